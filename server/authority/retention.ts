import { and, eq, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { customers, layouts, outputs, transcripts } from '../store/schema/index.ts'

/** Transcripts of a directory that are older than its retention allows. Those that are still being made are not. */
export const isExpiredTranscript = (directoryId: string, before: Date): SQL | undefined =>
  and(
    eq(transcripts.directoryId, directoryId),
    lt(transcripts.createdAt, before),
    notInArray(transcripts.status, ['recording', 'transcribing', 'ocr-waiting']),
  )

/** Notes of a directory that are older than its retention allows. A signed note is a legal record and is never one. */
export const isExpiredReport = (directoryId: string, before: Date): SQL | undefined =>
  and(
    eq(outputs.directoryId, directoryId),
    lt(outputs.createdAt, before),
    notInArray(outputs.status, ['signed', 'generating', 'ocr-waiting']),
  )

type Things = typeof transcripts | typeof outputs | typeof layouts

/** Things of the sandbox that are older than its data is kept (product 12.76). */
export const isOldInSandbox = (things: Things, before: Date): SQL | undefined =>
  and(
    sql`${things.customerId} in (select ${customers.id} from ${customers} where ${customers.test})`,
    lt(things.createdAt, before),
  )

/** Customers of the sandbox that are old and own nothing any more. */
export const isUnusedInSandbox = (before: Date): SQL | undefined =>
  and(
    eq(customers.test, true),
    lt(customers.createdAt, before),
    ...[transcripts, outputs, layouts].map(
      (things) => sql`not exists (select 1 from ${things} where ${things.customerId} = ${customers.id})`,
    ),
  )

/** Recordings without a word that nobody has touched since. Those with words stay: their owner may resume them. */
export const isAbandonedRecording = (before: Date): SQL | undefined =>
  and(
    eq(transcripts.status, 'recording'),
    lt(transcripts.updatedAt, before),
    sql`not exists (select 1 from transcript_turns where transcript_id = ${transcripts.id})`,
  )
