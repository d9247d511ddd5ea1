import { z } from 'zod'
import { payload } from '../store/payload.ts'
import type { Channel } from './channel.ts'
import { type Mail, mailTemplates, writeMail } from './templates.ts'
import { type TextMessage, textTemplates, writeText } from './texts.ts'

/** A message with its text. A text message has neither subject nor HTML. */
export interface WrittenMessage {
  to: string
  text: string
  subject: string | null
  html: string | null
  /** After this time the message is useless. Null: the message never becomes useless. */
  uselessAfter: Date | null
}

/** The encrypted payload of a message, which is stored until the message is sent. */
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

/** Returns the payload of a message, as it is stored. */
export function writePayload(channel: Channel, message: Mail | TextMessage): unknown {
  const { template, to, values, uselessAfter } = message
  const common = { to, values: { ...values }, uselessAfter: uselessAfter?.toISOString() ?? null }
  // The template is parsed: a template of the other channel could be stored, but never sent.
  return channel === 'mail'
    ? storedMail.write({ ...common, template: z.enum(mailTemplates).parse(template) })
    : storedText.write({ ...common, template: z.enum(textTemplates).parse(template) })
}

/**
 * Converts a stored message to its text with the words of its template. Throws an UnknownPayload for a message of a
 * newer server, which is tried again later, and a ZodError for a payload of a wrong shape.
 */
export function writeStored(channel: Channel, content: unknown): WrittenMessage {
  // The values were checked by the type of the template when they were stored. Each template takes only texts.
  if (channel === 'mail') {
    const { template, values, ...mail } = storedMail.read(content)
    return { ...mail, ...writeMail(template, values as never) }
  }
  const { template, values, ...text } = storedText.read(content)
  return { ...text, text: writeText(template, values as never), subject: null, html: null }
}
