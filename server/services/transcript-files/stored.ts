import { and, count, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { type Caller, changeableBy, ownerOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { type Database, notify } from '../../store/index.ts'
import { transcriptFiles, transcripts } from '../../store/schema/index.ts'
import { refuseOverLimit } from '../access/meters.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'

const waitingMax = 10
/** Files of one owner that could not be read and that are stored (product 9.29). */
const storedMax = 50

/** Throws `too_many_requests` if too many files of the caller are being read, or are stored because of a failure. */
export async function checkFiles({ database }: Context, principal: Caller): Promise<void> {
  const rows = await database
    .select({ status: transcriptFiles.status, files: count() })
    .from(transcriptFiles)
    .innerJoin(transcripts, eq(transcripts.id, transcriptFiles.id))
    // For a customer, only its own files are counted, not the files of its customer users.
    .where(and(changeableBy(transcripts, ownerOf(principal)), or(ne(transcriptFiles.status, 'stored'), isUnread)))
    .groupBy(transcriptFiles.status)
  const numberOf = (status: (typeof rows)[number]['status']) => rows.find((row) => row.status === status)?.files ?? 0
  if (numberOf('generating') >= waitingMax)
    throw new Problem(
      'too_many_requests',
      `${waitingMax} of your files are still being read. Wait until one of them is ready.`,
    )
  if (numberOf('stored') >= storedMax)
    throw new Problem(
      'too_many_requests',
      `${storedMax} of your files could not be read and are stored. Try them again or delete them first.`,
    )
}

/** True if the file of a transcript is stored because not all its words could be read. */
export async function hasStoredFile(database: Database, id: string): Promise<boolean> {
  const rows = await database.select({ id: transcriptFiles.id }).from(transcriptFiles).where(isStored(id))
  return rows.length > 0
}

/** Deletes the stored file of a transcript whose words a person has seen, or accepts as they are. */
export async function forgetFile(database: Database, id: string): Promise<void> {
  await database.delete(transcriptFiles).where(isStored(id))
}

/** Not all words of the file could be read. A file that was read is stored only until somebody has seen its words. */
const isUnread = ne(transcripts.status, 'ready')
const isStored = (id: string) => and(eq(transcriptFiles.id, id), eq(transcriptFiles.status, 'stored'))

/** Deletes at most `most` stored files that nobody tried again since `cutoff`. Returns their number. */
export async function deleteOldFiles({ database }: Context, cutoff: Date, most: number): Promise<number> {
  const ids = database
    .select({ id: transcriptFiles.id })
    .from(transcriptFiles)
    .where(and(eq(transcriptFiles.status, 'stored'), lt(transcriptFiles.createdAt, cutoff)))
    .limit(most)
  const { rowCount } = await database.delete(transcriptFiles).where(inArray(transcriptFiles.id, ids))
  return rowCount ?? 0
}

/**
 * Reads the stored file of a transcript again (product 9.29). Throws `not_found`, `locked` if no file is stored,
 * `no_engine`, `too_many_requests`, and `no_credit` for a customer whose organisation has no minutes left.
 */
export async function retryFile(context: Context, principal: Caller, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const [row] = await tx
      .select({ status: transcripts.status })
      .from(transcripts)
      .where(and(eq(transcripts.id, id), changeableBy(transcripts, ownerOf(principal))))
      .for('update')
    if (row === undefined) throw new Problem('not_found')
    const [file] = await tx.select().from(transcriptFiles).where(isStored(id))
    if (file === undefined || row.status === 'ready')
      throw new Problem('locked', 'There is no stored file that could be read again. Add the file again.')
    await checkFiles(inside, principal)
    const isSound = file.kind !== 'pdf' && file.kind !== 'image'
    if (isSound && context.speech.engine === null) throw new Problem('no_engine', context.speech.message)
    if (isSound && principal.kind === 'customer') await refuseOverLimit(inside, principal, 'minute')
    await tx
      .update(transcripts)
      .set({
        status: isSound ? 'transcribing' : 'ocr-waiting',
        statusText: null,
        // Sound is heard from its beginning. The words of the earlier attempt stay until the first new ones are stored.
        durationFrames: 0,
        channelFrames: [],
        updatedAt: context.clock.now(),
      })
      .where(eq(transcripts.id, id))
    await tx
      .update(transcriptFiles)
      .set({ status: 'generating', attempt: 0, leaseOwner: null, leaseUntil: null, createdAt: sql`now()` })
      .where(eq(transcriptFiles.id, id))
    await context.jobs.enqueue(tx, 'transcript-files', id)
    await notify(tx, id)
    await audit(inside, principal, 'transcript.retry', id)
  })
}
