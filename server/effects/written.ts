import { z } from 'zod'
import { payload } from '../store/payload.ts'
import type { Channel } from './channel.ts'
import { type Mail, mailTemplates, writeMail } from './templates.ts'
import { type TextMessage, textTemplates, writeText } from './texts.ts'

/** A message with its words. A text message has neither subject nor HTML. */
export interface WrittenMessage {
  to: string
  text: string
  subject: string | null
  html: string | null
  /** After this time the message is useless. Null: no such time. */
  uselessAfter: Date | null
}

/** What is stored, encrypted, of a message until it is sent. */
const stored = z.object({
  to: z.string(),
  values: z.record(z.string(), z.string()),
  uselessAfter: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable()
    .default(null),
})
const storedMail = payload(stored.extend({ template: z.enum(mailTemplates) }), 1)
const storedText = payload(stored.extend({ template: z.enum(textTemplates) }), 1)

/** The payload of a message, as it is stored. */
export function writePayload(channel: Channel, message: Mail | TextMessage): unknown {
  const { template, to, values, uselessAfter } = message
  const common = { to, values: { ...values }, uselessAfter: uselessAfter?.toISOString() ?? null }
  // A template of the other channel would never be sent.
  return channel === 'mail'
    ? storedMail.write({ ...common, template: z.enum(mailTemplates).parse(template) })
    : storedText.write({ ...common, template: z.enum(textTemplates).parse(template) })
}

/**
 * Writes a stored message with the words of its template. Throws an UnknownPayload for a message of a newer server, which
 * is tried again, and a ZodError for a value that nobody has stored.
 */
export function writeStored(channel: Channel, content: unknown): WrittenMessage {
  // The values were checked by the type of the template when they were stored; each template takes texts only.
  if (channel === 'mail') {
    const { template, values, ...mail } = storedMail.read(content)
    return { ...mail, ...writeMail(template, values as never) }
  }
  const { template, values, ...text } = storedText.read(content)
  return { ...text, text: writeText(template, values as never), subject: null, html: null }
}
