import { and, eq, sql } from 'drizzle-orm'
import { wordsOfParticipant } from '../../generation/index.ts'
import { type Database, type Encryption, notify } from '../../store/index.ts'
import { outputs, transcripts } from '../../store/schema/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { sealedOutput } from '../reports/sealed.ts'

/**
 * Whether the words of a transcript are still being read from a file. In a transaction it stays so until that ends: a note
 * that is kept as waiting is seen by whoever finishes the words.
 */
export async function isBeingRead(database: Database, transcriptId: string): Promise<boolean> {
  const [row] = await database
    .select({ status: transcripts.status })
    .from(transcripts)
    .where(eq(transcripts.id, transcriptId))
    .for('share')
  return row?.status === 'ocr-waiting' || row?.status === 'transcribing'
}

const waitingFor = (transcriptId: string) =>
  and(eq(outputs.transcriptId, transcriptId), eq(outputs.status, 'ocr-waiting'))

/** Starts the writing of every note that waits for these words. */
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
    await enqueue(database, 'generation', id)
    await notify(database, id)
  }
}

/** Tells every note that waits for these words that they will not come. */
export async function failWaiting(database: Database, transcriptId: string, statusText: string): Promise<void> {
  const failed = await database
    .update(outputs)
    .set({ status: 'failed', statusText, updatedAt: sql`now()` })
    .where(waitingFor(transcriptId))
    .returning({ id: outputs.id })
  for (const { id } of failed) await notify(database, id)
}
