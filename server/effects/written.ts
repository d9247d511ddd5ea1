import { z } from 'zod'
import { payload } from '../store/payload.ts'
import type { Channel } from './channel.ts'
import { type Mail, mailTemplates, writeMail } from './templates.ts'
import { type TextMessage, textTemplates, writeText } from './texts.ts'

export interface WrittenMessage {
  to: string
  text: string
  subject: string | null
  html: string | null
  uselessAfter: Date | null
}

const payloadShape = z.object({
  to: z.string(),
  values: z.record(z.string(), z.string()),
  uselessAfter: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable()
    .default(null),
})
const storedMail = payload(payloadShape.extend({ template: z.enum(mailTemplates) }), 1)
const storedText = payload(payloadShape.extend({ template: z.enum(textTemplates) }), 1)

export function writePayload(channel: Channel, message: Mail | TextMessage): unknown {
  const { template, to, values, uselessAfter } = message
  const common = { to, values: { ...values }, uselessAfter: uselessAfter?.toISOString() ?? null }
  // `parse` rejects a mail template for a text message, and a text template for a mail. A message with the wrong
  // template could be stored, but never sent.
  return channel === 'mail'
    ? storedMail.write({ ...common, template: z.enum(mailTemplates).parse(template) })
    : storedText.write({ ...common, template: z.enum(textTemplates).parse(template) })
}

/**
 * Writes the text of a stored message with its template. Throws an UnknownPayload if a newer version of the server has
 * stored the message; the message is then tried again later. Throws a ZodError if the payload has a wrong shape.
 */
export function writeStored(channel: Channel, content: unknown): WrittenMessage {
  // The cast to `never` is safe: the values had the type of their template when they were stored, and every template
  // takes only strings.
  if (channel === 'mail') {
    const { template, values, ...mail } = storedMail.read(content)
    return { ...mail, ...writeMail(template, values as never) }
  }
  const { template, values, ...text } = storedText.read(content)
  return { ...text, text: writeText(template, values as never), subject: null, html: null }
}
