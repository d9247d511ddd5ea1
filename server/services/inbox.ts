import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { InboxMessage } from '../../lib/contracts/index.ts'
import { isOwnComputer, type Stranger } from '../authority/index.ts'
import { writeStored } from '../effects/index.ts'
import { Problem } from '../problem.ts'
import { places } from '../store/places.ts'
import { messages } from '../store/schema/index.ts'
import type { Context } from './index.ts'

const shownMax = 50

/**
 * Lists the messages that this server stored because it cannot send them, newest first (product 12.65). Throws
 * `not_found` without the setting `INBOX`. Also throws `not_found` for every caller that may be on another computer,
 * because the messages contain codes.
 */
export async function listInbox(
  { config, database, store }: Context,
  { address }: Stranger,
  headers: Readonly<Record<string, unknown>>,
): Promise<{ messages: InboxMessage[] }> {
  if (!config.inbox || !isOwnComputer(config, address, headers)) throw new Problem('not_found')
  const rows = await database
    .select()
    .from(messages)
    .where(and(eq(messages.status, 'sent'), isNotNull(messages.content)))
    .orderBy(desc(messages.createdAt), messages.id)
    .limit(shownMax)
  const items = rows.flatMap(({ id, channel, content, createdAt }): InboxMessage[] => {
    if (content === null) return []
    const { to, subject, text } = writeStored(channel, store.encryption.unseal(places.message(id), content))
    return [{ id, channel, to, ...(subject === null ? {} : { subject }), text, createdAt: createdAt.toISOString() }]
  })
  return { messages: items }
}
