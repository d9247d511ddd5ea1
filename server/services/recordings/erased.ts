import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../store/index.ts'
import { erasedRecordings } from '../../store/schema/index.ts'

/** Arbitrary id of the advisory locks of recordings. */
const recordingLocks = 7_204_421

/**
 * Lets only one transaction at a time open or erase this recording. Otherwise, a transaction that has read `isErased`
 * before the erasure could store a transcript after it. The erasure would then not report that transcript.
 */
export async function lockRecording(tx: Database, recordingId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${recordingLocks}::int, hashtext(${recordingId}::uuid::text))`)
}

export async function isErased(database: Database, userId: string, recordingId: string): Promise<boolean> {
  const rows = await database
    .select({ at: erasedRecordings.erasedAt })
    .from(erasedRecordings)
    .where(and(eq(erasedRecordings.userId, userId), eq(erasedRecordings.recordingId, recordingId)))
  return rows.length > 0
}
