import { and, eq, sql } from 'drizzle-orm'
import { type Database, type Encryption, notify } from '../../store/index.ts'
import { outputs, transcripts } from '../../store/schema/index.ts'
import { countFailedOutput } from '../access/meters.ts'
import type { Jobs } from '../jobs/index.ts'
import { releaseCredits } from '../licenses/credits.ts'
import { enqueueNote } from '../reports/enqueue.ts'
import { sealedOutput } from '../reports/sealed.ts'
import { wordsOfParticipant } from '../transcripts/participant/index.ts'
import { type Announcing, announce } from '../webhooks/index.ts'

/**
 * True if the words of the transcript are still being read from a file, or if nobody has accepted an incomplete one.
 * Inside a transaction, the row lock prevents this state from changing before the commit. So the job that reads the
 * file finds every note that was stored as waiting.
 */
export async function isBeingRead(database: Database, transcriptId: string): Promise<boolean> {
  const [row] = await database
    .select({ status: transcripts.status })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId))
    .for('share')
  return row !== undefined && isReading(row)
}

const isReading = ({ status }: Pick<typeof transcripts.$inferSelect, 'status'>): boolean =>
  status === 'ocr-waiting' || status === 'transcribing' || status === 'incomplete'

const waitingFor = (transcriptId: string) =>
  and(eq(outputs.transcriptId, transcriptId), eq(outputs.status, 'ocr-waiting'))

export async function startWaiting(
  database: Database,
  { encryption, enqueue }: { encryption: Encryption; enqueue: Jobs['enqueue'] },
  transcriptId: string,
  turns: readonly string[],
): Promise<void> {
  const sealed = sealedOutput(encryption)
  for (const { id, request } of await database.select().from(outputs).where(waitingFor(transcriptId)).for('update')) {
    const { participant } = sealed.openRequest(id, request)
    const words = participant === undefined ? turns : wordsOfParticipant(turns, participant)
    await database
      .update(outputs)
      .set({ status: 'generating', source: sealed.sealSource(id, words), updatedAt: sql`now()` })
      .where(eq(outputs.id, id))
    await enqueueNote(database, { enqueue }, id)
    await notify(database, id)
  }
}

export async function failWaiting(announcing: Announcing, transcriptId: string, statusText: string): Promise<void> {
  const { database } = announcing
  const failedNotes = await database
    .update(outputs)
    .set({ status: 'failed', statusText, updatedAt: sql`now()` })
    .where(waitingFor(transcriptId))
    .returning()
  await releaseCredits(
    database,
    failedNotes.map(({ id }) => id),
  )
  await announce(announcing, 'output.failed', failedNotes)
  for (const { customerId } of failedNotes) if (customerId !== null) await countFailedOutput(announcing, customerId)
  for (const { id } of failedNotes) await notify(database, id)
}

/**
 * Marks all notes that wait for the words of these transcripts as failed. Call it in the transaction that deletes the
 * transcripts and has locked them. Otherwise, the notes would wait forever, and their credits would stay reserved.
 */
export async function failWaitingForDeleted(
  announcing: Announcing,
  rows: readonly Pick<typeof transcripts.$inferSelect, 'id' | 'status'>[],
): Promise<void> {
  for (const { id } of rows.filter(isReading))
    await failWaiting(announcing, id, 'The transcript was deleted before the recording was complete.')
}
