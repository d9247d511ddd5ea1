import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Output, Result, Spent } from '../../../lib/contracts/index.ts'
import { stillUnanswered } from '../../../lib/report/index.ts'
import { ownerKey } from '../../authority/index.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { failureSentence, type GroupFailure, NoAnswerError, TryLaterError } from '../../generation/failures.ts'
import { type Computing, ComputingFailedError, embeddedWriter, stillMissing } from '../../generation/index.ts'
import type { Generate } from '../../generation/request.ts'
import type { Writer } from '../../generation/writer.ts'
import type { Metrics } from '../../metrics/index.ts'
import { describeFailure } from '../../problem.ts'
import type { Store } from '../../store/index.ts'
import { outputs } from '../../store/schema/index.ts'
import { allowedWriters } from '../allowed-models.ts'
import { AgainAtOnce, isInterrupted, type Jobs, patiently, readAttemptsMax, type Work, workOn } from '../jobs/index.ts'
import { failureKey, tellModelFailures } from '../model-failures.ts'
import { type OutputProgress, sealedOutput } from '../reports/sealed.ts'
import { spending } from '../reports/spending.ts'
import { isByVoice, marksOf } from '../reports/words.ts'
import type { Participant } from '../transcripts/participant/index.ts'
import type { OutputLease } from './write.ts'
import { keepFailure, keepForLater, keepMore, keepOutput, keepResult, keepUnchanged } from './write.ts'

export interface GenerationDeps {
  config: Pick<Config, 'jobsAtOnce' | 'modelLaterMs'>
  store: Store
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  generate: Generate
  writers: (slot: number) => Writer
  computing: (owner: string) => Computing
  metrics: Metrics
  log: Logger
}

const attemptsMax = 5
/** Maximum number of attempts, also of interrupted ones: a note that itself makes servers stall must end. */
const startsMax = 25
const longestMs = 10 * 60_000
const storingMs = 15_000
/**
 * Maximum number of times that a note is put off because its model is unavailable. After that, the fallback model
 * writes the note, or the note fails.
 */
const putOffMax = 2
const laterMaxMs = 10 * 60_000

const sentences = {
  failed: 'The note could not be written. Try again.',
  tooOften: 'The note could not be written after several tries. Try again.',
  tooLong: 'Writing this note took too long. Try again, or choose a template with fewer fields.',
  unreadable:
    'The server could not read the transcript of this session. Try again, or split the session into shorter transcripts.',
  nothingSaid: 'Nothing was said in this session, so there is no note to write.',
  nothingByVoice:
    'The voice that was chosen for this person says nothing in this session, so there is no note to write. Write the notes of the group again, and choose another voice for this person.',
  nothingByName:
    'No sentence of this session is certainly about this person, so there is no note to write. Write the notes of the group again, and choose a voice for each person. If the transcript does not show voices, write one note for the whole session.',
}

function nothingSaidSentence(participant: Participant | undefined): string {
  if (participant === undefined) return sentences.nothingSaid
  return participant.speakers.length > 0 ? sentences.nothingByVoice : sentences.nothingByName
}

export const generationWork = (deps: GenerationDeps): Work =>
  workOn({
    queue: 'generation',
    atOnce: deps.config.jobsAtOnce.generation,
    table: outputs,
    store: deps.store,
    log: deps.log,
    make: (lease, closing) => write(deps, lease, closing),
    // The stored results of an attempt have its number, so the number of attempts never decreases.
    uncounted: { interrupted: sql`${outputs.interrupted} + 1` },
  })

async function write(deps: GenerationDeps, lease: OutputLease, closing: AbortSignal): Promise<void> {
  const { store, generate, writers: configured, computing, log } = deps
  const { id: outputId, row } = lease
  const sealed = sealedOutput(store.encryption)
  // If the row already has a written note, only its unanswered fields are generated again. A failure must not remove
  // this note.
  const present = row.content === null ? null : sealed.openContent(outputId, row.content)
  const progress = row.progress === null ? null : sealed.openProgress(outputId, row.progress)
  const ended = (outcome: 'ready' | 'failed' | 'put-off') =>
    deps.metrics.noteEnded(outcome, (Date.now() - row.createdAt.getTime()) / 1000)
  const giveUp = (statusText: string, spent: readonly Spent[] | undefined = progress?.spent) => {
    ended('failed')
    return present === null ? keepFailure(deps, lease, { statusText, spent }) : keepUnchanged(store, lease, statusText)
  }
  const putOff = progress?.putOff ?? 0
  const attempts = row.attempt - putOff - row.interrupted
  if (attempts > attemptsMax || row.attempt > startsMax) return giveUp(sentences.tooOften)
  const request = sealed.openRequest(outputId, row.request)
  const { template, context, dynamicFields, credit, language, style, sandbox } = request
  const turns = row.source === null ? [] : sealed.openSource(outputId, row.source)
  const marks = await marksOf({ database: store.database, store }, row, turns)

  const writers =
    sandbox === true
      ? () => embeddedWriter
      : await allowedWriters({ database: store.database, writers: configured }, row)
  const stuck = new AbortController()
  const tooLong = AbortSignal.timeout(longestMs)
  const signal = AbortSignal.any([closing, lease.signal, tooLong, stuck.signal])
  let keeping: Promise<void> = Promise.resolve()
  let sequence = 0
  const spent = spending(writers)
  const failures: GroupFailure[] = []
  const troubles: GroupFailure[] = []
  const reviewFailures: GroupFailure[] = []
  const tell = (modelFailures: readonly GroupFailure[], options: { message?: string } = {}) =>
    tellModelFailures(
      { ...deps, database: store.database },
      modelFailures,
      { outputId },
      { told: progress?.told ?? [], ...options },
    )
  let output: Output
  try {
    output = await generate({
      template,
      turns,
      ...marks,
      byVoice: await isByVoice(store.database, row),
      context,
      dynamicFields,
      ...(language === undefined ? {} : { language }),
      ...(style === undefined ? {} : { style }),
      ...(present === null ? {} : { existingResults: existingResultsOf(present) }),
      ...(progress === null ? {} : { writtenBefore: progress.results }),
      ...(putOff < putOffMax ? { laterMaxMs } : {}),
      writers,
      onReviewFailure: (failure) => reviewFailures.push(failure),
      computing: computing(ownerKey(row)),
      reviewUntilMs: performance.now() + longestMs - storingMs,
      signal,
      onUsage: spent.add,
      onFailure: (failure) => failures.push(failure),
      onTrouble: (failure) => troubles.push(failure),
      onResult: (result) => {
        const mine = sequence++
        keeping = keeping.then(() => keepResult(store, lease, mine, result))
        keeping.catch((error) => stuck.abort(error))
      },
    })
    await keeping
    signal.throwIfAborted()
  } catch (error) {
    if (stuck.signal.aborted || isInterrupted(error, lease, closing)) throw error
    const allFailures = [...troubles, ...failures, ...(error instanceof TryLaterError ? error.failures : [])]
    await tell(allFailures)
    if (error instanceof TryLaterError) {
      ended('put-off')
      const postponement = laterOf(error, allFailures, progress, spent, deps.config.modelLaterMs)
      return patiently(() => keepForLater(store, lease, postponement), closing)
    }
    if (!(error instanceof NoAnswerError)) log.warn({ outputId, ...describeFailure(error) }, 'a generation failed')
    const unreadable = error instanceof ComputingFailedError
    if (unreadable && attempts < readAttemptsMax) throw new AgainAtOnce(error)
    const nothingSaid = error instanceof Error && error.name === 'NothingSaidError'
    const sentence =
      error instanceof NoAnswerError
        ? failureSentence(error.failures)
        : unreadable
          ? sentences.unreadable
          : nothingSaid
            ? nothingSaidSentence(request.participant)
            : tooLong.aborted
              ? sentences.tooLong
              : sentences.failed
    return patiently(() => giveUp(sentence, spentWith(spent, progress?.spent ?? []).spent), closing)
  }
  await tell([...troubles, ...failures])
  await tell(reviewFailures, { message: 'the reviewing language model failed' })
  const totalSpent = spentWith(spent, progress?.spent ?? [])
  output = { ...output, notices: [...new Set([...(progress?.notices ?? []), ...output.notices])] }
  const statusText = failures.length === 0 ? null : failureSentence(failures)
  if (present === null) {
    const content = { ...output, ...totalSpent }
    ended('ready')
    return patiently(() => keepOutput(deps, lease, { content, statusText, credit }), closing)
  }
  const earlierSpent = present.spent ?? []
  const keptIds = new Set(existingResultsOf(present).map(({ id }) => id))
  const content: Output = {
    ...output,
    omissions: stillMissing(
      output.omissions,
      present.omissions,
      output.results.filter(({ id }) => !keptIds.has(id)),
    ),
    notices: [...new Set([...present.notices, ...output.notices])],
    ...(earlierSpent.length === 0 ? totalSpent : { spent: spending(writers).addedTo(earlierSpent, totalSpent.spent) }),
  }
  await patiently(() => keepMore(store, lease, { before: present, content, statusText }), closing)
}

const spentWith = (spent: ReturnType<typeof spending>, earlierSpent: readonly Spent[]): Pick<Output, 'spent'> =>
  earlierSpent.length === 0 ? spent.told() : { spent: spent.addedTo(earlierSpent) }

function laterOf(
  { results, notices, failures }: TryLaterError,
  allFailures: readonly GroupFailure[],
  progress: OutputProgress | null,
  spent: ReturnType<typeof spending>,
  laterMs: number,
) {
  const putOff = progress?.putOff ?? 0
  const askedMs = Math.max(0, ...failures.map(({ retryAfterMs }) => retryAfterMs ?? 0))
  return {
    progress: {
      results: [...results],
      notices: [...new Set([...(progress?.notices ?? []), ...notices])],
      spent: spentWith(spent, progress?.spent ?? []).spent ?? [],
      putOff: putOff + 1,
      told: [...new Set([...(progress?.told ?? []), ...allFailures.map(failureKey)])],
    },
    pauseMs: Math.max(laterMs * 2 ** putOff, askedMs),
    statusText: 'The language model is busy or cannot be reached. Chartside tries again by itself.',
  }
}

function existingResultsOf(present: Output): Result[] {
  const unansweredIds = new Set(stillUnanswered(present))
  return present.results.filter(({ id }) => !unansweredIds.has(id))
}
