import { z } from 'zod'

/** A message that the server keeps for reading, because it has no service to send it (product 12.65). */
export const inboxMessage = z.object({
  id: z.uuid(),
  channel: z.enum(['mail', 'text']),
  to: z.string(),
  subject: z.string().optional(),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
export type InboxMessage = z.infer<typeof inboxMessage>
