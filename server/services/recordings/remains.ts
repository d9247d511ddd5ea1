import { and, eq } from 'drizzle-orm'
import type { Remainder } from '../../../lib/contracts/index.ts'
import { ownedBy, ownerOf, type Person, retentionDaysOf } from '../../authority/index.ts'
import { outputs, transcripts } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { keptDays } from '../retention.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Returns what the server still stores of an erased recording of this person (product 13.10). `until` is the time after
 * which an hourly task deletes it. Null: the server does not delete it by itself.
 */
export async function remainsOf(context: Context, principal: Person, recordingId: string): Promise<Remainder[]> {
  const { database, clock } = context
  const owner = ownerOf(principal)
  const [words, notes] = await Promise.all([
    database
      .select({ at: transcripts.createdAt, directoryId: transcripts.directoryId })
      .from(transcripts)
      .where(and(eq(transcripts.id, recordingId), ownedBy(transcripts, owner))),
    database
      .select({ at: outputs.createdAt, directoryId: outputs.directoryId, status: outputs.status })
      .from(outputs)
      .where(and(eq(outputs.transcriptId, recordingId), ownedBy(outputs, owner))),
  ])
  const deletionTime = (at: Date, days: number | undefined) =>
    days === undefined ? null : new Date(at.getTime() + days * dayMs).toISOString()
  const { userId } = principal
  return [
    { what: 'mark', until: null },
    { what: 'log', until: deletionTime(clock.now(), keptDays.audit) },
    ...(await Promise.all(
      words.map(async ({ at, directoryId }) => ({
        what: 'transcript' as const,
        until: deletionTime(at, await retentionDaysOf(database, { userId, directoryId, at }, 'transcripts')),
      })),
    )),
    ...(await Promise.all(
      notes.map(async ({ at, directoryId, status }) => ({
        what: 'notes' as const,
        until:
          status === 'signed'
            ? null
            : deletionTime(at, await retentionDaysOf(database, { userId, directoryId, at }, 'outputs')),
      })),
    )),
  ]
}
