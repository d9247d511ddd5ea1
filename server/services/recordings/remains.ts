import { and, eq, inArray } from 'drizzle-orm'
import { directorySettings, type Remainder } from '../../../lib/contracts/index.ts'
import { ownedBy, ownerOf, type Person } from '../../authority/index.ts'
import { directories, outputs, transcripts } from '../../store/schema/index.ts'
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
  const daysOf = await retentionOf(
    context,
    [...words, ...notes].flatMap(({ directoryId }) => directoryId ?? []),
  )
  const until = (at: Date, days: number | null | undefined) =>
    days === null || days === undefined ? null : new Date(at.getTime() + days * dayMs).toISOString()
  return [
    { what: 'mark', until: null },
    { what: 'log', until: until(clock.now(), keptDays.audit) },
    ...words.map(({ at, directoryId }) => ({
      what: 'transcript' as const,
      until: until(at, daysOf(directoryId)?.transcripts),
    })),
    ...notes.map(({ at, directoryId, status }) => ({
      what: 'notes' as const,
      until: status === 'signed' ? null : until(at, daysOf(directoryId)?.outputs),
    })),
  ]
}

/**
 * Returns a function that gives for each directory (an organisation) in `ids` how many days transcripts and outputs are
 * kept.
 */
async function retentionOf({ database }: Context, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await database
          .select({ id: directories.id, settings: directories.settings })
          .from(directories)
          .where(inArray(directories.id, ids))
  const known = new Map(rows.map(({ id, settings }) => [id, directorySettings.parse(settings).retentionDays]))
  return (id: string | null) => (id === null ? undefined : known.get(id))
}
