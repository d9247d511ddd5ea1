import { and, eq, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { customers, layouts, outputChanges, outputs, transcripts } from '../store/schema/index.ts'

/**
 * SQL condition for the transcripts of a directory that were made before the time `before` and must therefore be
 * deleted. Transcripts that are still being made are excepted.
 */
export const isExpiredTranscript = (directoryId: string, before: Date): SQL | undefined =>
  and(
    eq(transcripts.directoryId, directoryId),
    lt(transcripts.createdAt, before),
    notInArray(transcripts.status, ['recording', 'transcribing', 'ocr-waiting']),
  )

/**
 * SQL condition for the notes of a directory that were made before the time `before` and must therefore be deleted.
 * Every note that was ever signed is excepted, because it is a legal record. This is also true while a person corrects
 * the note. Notes that are being written are excepted, too.
 */
export const isExpiredReport = (directoryId: string, before: Date): SQL | undefined =>
  and(
    eq(outputs.directoryId, directoryId),
    lt(outputs.createdAt, before),
    notInArray(outputs.status, ['signed', 'generating', 'ocr-waiting']),
    // PostgreSQL counts the changes of each note with an index. With "not exists", it would read the changes of all
    // notes.
    sql`(select count(*) from ${outputChanges} where ${outputChanges.outputId} = ${outputs.id} and ${outputChanges.kind} = 'signed') = 0`,
  )

type Things = typeof transcripts | typeof outputs | typeof layouts

/**
 * SQL condition for rows of the sandbox that were made before the time `before` and must therefore be deleted (product
 * 12.76).
 */
export const isOldInSandbox = (things: Things, before: Date): SQL | undefined =>
  and(
    sql`${things.customerId} in (select ${customers.id} from ${customers} where ${customers.test})`,
    lt(things.createdAt, before),
  )

/** SQL condition for customers of the sandbox that were made before `before` and own no rows. */
export const isUnusedInSandbox = (before: Date): SQL | undefined =>
  and(
    eq(customers.test, true),
    lt(customers.createdAt, before),
    ...[transcripts, outputs, layouts].map(
      (things) => sql`not exists (select 1 from ${things} where ${things.customerId} = ${customers.id})`,
    ),
  )

/**
 * SQL condition for recordings without a word that were last changed before `before`. A recording with words is kept,
 * because its owner may continue it.
 */
export const isAbandonedRecording = (before: Date): SQL | undefined =>
  and(
    eq(transcripts.status, 'recording'),
    lt(transcripts.updatedAt, before),
    sql`not exists (select 1 from transcript_turns where transcript_id = ${transcripts.id})`,
  )
