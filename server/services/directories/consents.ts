import { eq, gt, sql } from 'drizzle-orm'
import type { ListedConsent } from '../../../lib/contracts/index.ts'
import { isOfDirectory, type Person, seatIn } from '../../authority/index.ts'
import { transcripts, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { countNewest, isOnPage, type NewestFirst, newestOrder, pageOf } from '../lists.ts'

/**
 * Lists the transcripts of a directory that come from sound, newest first, each with the patient's consent. These are
 * the transcripts with an epoch above 0: transcribing sound sets the epoch, typed words and text files do not. The list
 * contains no title and no patient. Throws `not_found`, and `forbidden` without `audit.read`.
 */
export async function listDirectoryConsents(
  { database }: Context,
  person: Person,
  directoryId: string,
  query: { limit: number; offset: number },
) {
  await seatIn(database, person, directoryId, 'audit.read')
  const list: NewestFirst = {
    table: transcripts,
    id: transcripts.id,
    at: transcripts.createdAt,
    anyOf: [isOfDirectory(transcripts, directoryId)],
    where: gt(transcripts.epoch, 0),
  }
  const total = await countNewest(database, list)
  const rows = await database
    .select({ id: transcripts.id, at: transcripts.createdAt, consent: transcripts.consent, email: users.email })
    .from(transcripts)
    .leftJoin(users, eq(sql`${users.id}::text`, sql`${transcripts.consent} ->> 'by'`))
    .where(isOnPage(list, query))
    .orderBy(...newestOrder(list))
  const items = rows.map(
    ({ id, at, consent, email }): ListedConsent => ({
      transcriptId: id,
      recordedAt: at.toISOString(),
      consent: consent && { at: consent.at, textVersion: consent.textVersion, by: email },
    }),
  )
  return pageOf(items, total, query)
}
