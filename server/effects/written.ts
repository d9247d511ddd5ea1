import { z } from 'zod'
import type { Channel } from './channel.ts'
import { mailTemplates, writeMail } from './templates.ts'
import { textTemplates, writeText } from './texts.ts'

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
const storedMail = stored.extend({ template: z.enum(mailTemplates) })
const storedText = stored.extend({ template: z.enum(textTemplates) })

/** Writes a stored message with the words of its template. Throws a ZodError for a value that nobody has stored. */
export function writeStored(channel: Channel, content: unknown): WrittenMessage {
  // The values were checked by the type of the template when they were stored; each template takes texts only.
  if (channel === 'mail') {
    const { template, values, ...mail } = storedMail.parse(content)
    return { ...mail, ...writeMail(template, values as never) }
  }
  const { template, values, ...text } = storedText.parse(content)
  return { ...text, text: writeText(template, values as never), subject: null, html: null }
}
