import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { describeFailure, Problem } from '../../problem.ts'
import { ReaderCrashed, UnreadableFile } from '../../providers/reading/refused.ts'
import type { SpeechChoice } from '../../providers/speech/index.ts'
import { FilesUnavailable, notify, type Store, type Transaction } from '../../store/index.ts'
import { transcriptFiles, transcripts } from '../../store/schema/index.ts'
import { EngineRefused, EngineUnavailable, Refused } from '../../transcription/index.ts'
import { countMinutes, refuseOverMinutes } from '../access/meters.ts'
import {
  isInterrupted,
  type Jobs,
  type Lease,
  LeaseLost,
  patiently,
  putOff,
  uncount,
  type Work,
  workOn,
} from '../jobs/index.ts'
import { type TimedTurn, writeTurns } from '../transcripts/turns.ts'
import { announce } from '../webhooks/index.ts'
import { hearFile, recognisedTurns } from './hear.ts'
import { seeFile } from './see.ts'
import { failWaiting, startWaiting } from './waiting.ts'
import { noWords, type ReadFile, statusOf, statusTextOf } from './words.ts'

export interface TranscriptFileDeps {
  config: Pick<Config, 'jobsAtOnce'>
  store: Store
  speech: SpeechChoice
  dataFolder: string
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  log: Logger
}

export type FileLease = Lease<typeof transcriptFiles.$inferSelect>

/**
 * Maximum number of attempts to read a file. An audio file has more attempts than a document, because a crash during
 * transcription is rarely caused by the file.
 */
const attemptsMax = { document: 2, sound: 5 }
const longestMs = 3 * 60 * 60_000
/** How long a file waits for a speech engine, or for the place of the files, that does not work. */
const waitsMs = 24 * 60 * 60_000
/** The pause before the next attempt grows with the time that the file waits. */
const pauseBefore = sql`least(interval '10 minutes', greatest(interval '5 seconds', (now() - ${transcriptFiles.createdAt}) / 4))`

const sentences = {
  failed: 'This file could not be read.',
  fileWaits: 'The stored file cannot be reached. Chartside tries again by itself.',
  fileAway: 'The stored file could not be reached for a day. Try again, or add the file again.',
  tooOften: 'This file could not be read after several tries.',
  tooComplex:
    'This file is too complex to be read. Save the file with a lower resolution, or split it, then add it again.',
  tooLong: 'Reading this file took too long. Split the file and add the parts.',
  engineWaits:
    'The speech engine does not work at the moment. The file is stored, and the server tries again by itself.',
  engineGone: 'The speech engine has not worked for a day.',
}

export const transcriptFileWork = (deps: TranscriptFileDeps): Work =>
  workOn({
    queue: 'transcript-files',
    atOnce: deps.config.jobsAtOnce.transcriptFiles,
    table: transcriptFiles,
    store: deps.store,
    log: deps.log,
    make: (lease, closing) => make(deps, lease, closing),
  })

async function make(deps: TranscriptFileDeps, lease: FileLease, closing: AbortSignal): Promise<void> {
  const { store, log } = deps
  const { kind, attempt } = lease.row
  const isDocument = kind === 'pdf' || kind === 'image'
  const triesMax = isDocument ? attemptsMax.document : attemptsMax.sound
  if (attempt > triesMax) return giveUp(deps, lease, isDocument ? sentences.tooComplex : sentences.tooOften)
  const tooLong = AbortSignal.timeout(longestMs)
  const signal = AbortSignal.any([closing, lease.signal, tooLong])
  let contents: ReadFile
  try {
    if (!isDocument) await refuseWithoutMinutes(deps, lease)
    contents = await (isDocument ? seeFile(deps, lease, kind, signal) : hearFile(deps, lease, kind, signal))
    signal.throwIfAborted()
  } catch (error) {
    const hasTries = attempt < triesMax && (error instanceof ReaderCrashed || (tooLong.aborted && !isDocument))
    const isEngineAway = error instanceof EngineUnavailable && !closing.aborted && !lease.signal.aborted
    const isFileAway = error instanceof FilesUnavailable && !closing.aborted && !lease.signal.aborted
    if (isEngineAway || isFileAway) {
      log.warn({ transcriptId: lease.id, ...describeFailure(error) }, 'a file waits for a service')
      if (deps.clock.now().getTime() - lease.row.createdAt.getTime() < waitsMs)
        return waitForService(store, lease, isFileAway ? sentences.fileWaits : sentences.engineWaits)
      return giveUp(deps, lease, isFileAway ? sentences.fileAway : sentences.engineGone)
    }
    if (hasTries || isInterrupted(error, lease, closing)) throw error
    const isToldWhy =
      error instanceof UnreadableFile ||
      error instanceof Refused ||
      error instanceof EngineRefused ||
      (error instanceof Problem && error.code === 'no_credit')
    if (!isToldWhy) log.warn({ transcriptId: lease.id, ...describeFailure(error) }, 'a file was not read')
    const otherwise = error instanceof ReaderCrashed ? sentences.tooComplex : sentences.failed
    const why = isToldWhy ? error.message : tooLong.aborted ? sentences.tooLong : otherwise
    return patiently(() => giveUp(deps, lease, why), closing)
  }
  const { turns, notices } = contents
  if (turns === null) return patiently(() => keepFailure(deps, lease, [noWords, ...notices].join(' ')), closing)
  await patiently(() => keepWords(deps, lease, turns, notices), closing)
}

/**
 * Ends a file that cannot be read to its end. The words of a sound file that are recognised by then stay, and so do the
 * words of an earlier attempt.
 */
async function giveUp(deps: TranscriptFileDeps, lease: FileLease, why: string): Promise<void> {
  const turns = await recognisedTurns(deps.store, lease.id)
  if (turns.length === 0) return keepFailure(deps, lease, why)
  const [row] = await deps.store.database
    .select({ durationFrames: transcripts.durationFrames })
    .from(transcripts)
    .where(eq(transcripts.id, lease.id))
  const isNew = row !== undefined && row.durationFrames > 0
  const notice = isNew
    ? `Only the beginning of this file was turned into words. ${why}`
    : `${why} The words below are those of an earlier attempt.`
  await keepWords(deps, lease, turns, [notice])
}

/** Puts the file off until the speech engine, or the place of the files, works again. The wait is no attempt. */
async function waitForService(store: Store, lease: FileLease, statusText: string): Promise<void> {
  await store.database.transaction(async (tx) => {
    await tx.update(transcripts).set({ statusText }).where(eq(transcripts.id, lease.id))
    await uncount(tx, transcriptFiles, lease.id, { attempt: sql`${transcriptFiles.attempt} - 1` })
    await putOff(tx, transcriptFiles, lease, pauseBefore)
    await notify(tx, lease.id)
  })
}

/**
 * Throws `no_credit` if the file belongs to a customer whose organisation has no minutes left in this month. Checks
 * only a file whose transcription has not begun: the epoch of its transcript is still 0, because `hearFile` increments
 * it. The number of attempts is no substitute for the epoch, because interrupted attempts do not count.
 */
async function refuseWithoutMinutes(
  { store: { database }, clock }: TranscriptFileDeps,
  lease: FileLease,
): Promise<void> {
  const [row] = await database
    .select({ customerId: transcripts.customerId })
    .from(transcripts)
    .where(and(eq(transcripts.id, lease.id), eq(transcripts.epoch, 0)))
  if (row !== undefined && row.customerId !== null) await refuseOverMinutes({ database, clock }, row.customerId)
}

/** Stores a file until somebody has seen its words, or for another attempt (product 9.29). */
async function endFile(tx: Transaction, lease: FileLease): Promise<void> {
  const ended = { status: 'stored', leaseOwner: null, leaseUntil: null } as const
  const { rowCount } = await tx.update(transcriptFiles).set(ended).where(lease.isMine)
  if (rowCount === 0) throw new LeaseLost()
}

/** Stores the words and the status of the transcript, and starts the waiting notes, in one transaction. */
async function keepWords(
  deps: TranscriptFileDeps,
  lease: FileLease,
  turns: TimedTurn[],
  notices: readonly string[],
): Promise<void> {
  const { store, jobs, clock } = deps
  const { id } = lease
  const { encryption } = store
  const status = statusOf(notices)
  await store.database.transaction(async (tx) => {
    // The transcript is locked before the file, as when a transcript is deleted or a note is created. A different order
    // could cause a deadlock.
    const [row] = await tx
      .update(transcripts)
      .set({ status, statusText: statusTextOf(notices), updatedAt: sql`now()` })
      .where(eq(transcripts.id, id))
      .returning()
    await endFile(tx, lease)
    await writeTurns(tx, encryption, { transcriptId: id, from: 0, turns })
    const words = turns.map((turn) => turn.words)
    if (status === 'ready') await startWaiting(tx, { encryption, enqueue: jobs.enqueue }, id, words)
    if (row !== undefined && status === 'ready') await announce({ ...deps, database: tx }, 'transcript.ready', [row])
    if (row !== undefined && row.customerId !== null && row.durationFrames > 0)
      await countMinutes({ database: tx, clock }, row.customerId, row.durationFrames)
    await notify(tx, id)
  })
}

async function keepFailure(deps: TranscriptFileDeps, lease: FileLease, statusText: string): Promise<void> {
  const { store } = deps
  const { id } = lease
  await store.database.transaction(async (tx) => {
    const rows = await tx
      .update(transcripts)
      .set({ status: 'failed', statusText, updatedAt: sql`now()` })
      .where(eq(transcripts.id, id))
      .returning()
    await endFile(tx, lease)
    await writeTurns(tx, store.encryption, { transcriptId: id, from: 0, turns: [] })
    const announcing = { ...deps, database: tx }
    await announce(announcing, 'transcript.failed', rows)
    await failWaiting(announcing, id, statusText)
    await notify(tx, id)
  })
}
