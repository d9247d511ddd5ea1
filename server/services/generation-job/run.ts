import type { Logger } from 'pino'
import type { Output, Result } from '../../../lib/contracts/index.ts'
import { stillUnanswered } from '../../../lib/report/index.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { failureSentence, type GroupFailure, NoAnswerError } from '../../generation/failures.ts'
import { type Computing, ComputingFailedError, embeddedWriter } from '../../generation/index.ts'
import type { Generate } from '../../generation/request.ts'
import type { Writer } from '../../generation/writer.ts'
import { describeFailure } from '../../problem.ts'
import type { Store } from '../../store/index.ts'
import { outputs } from '../../store/schema/index.ts'
import { allowedSlots } from '../allowed-models.ts'
import { AgainAtOnce, isInterrupted, type Jobs, patiently, readAttemptsMax, type Work, workOn } from '../jobs/index.ts'
import { modelFailureLog } from '../model-failures.ts'
import { sealedOutput } from '../reports/sealed.ts'
import { spending } from '../reports/spending.ts'
import { beginsOf, isByVoice } from '../reports/words.ts'
import type { OutputLease } from './write.ts'
import { keepFailure, keepMore, keepOutput, keepResult, keepUnchanged } from './write.ts'

export interface GenerationDeps {
  config: Pick<Config, 'jobsAtOnce'>
  store: Store
  /** Starts the deliveries to webhooks. */
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  generate: Generate
  /** Returns the writer of a model slot, 0 to 14. */
  writers: (slot: number) => Writer
  /** Returns the slot of the model that reviews notes. Absent or null: there is none. */
  reviewerSlot?: () => number | null
  /** Returns the threads that process the text of one note, with a time limit. */
  computing: () => Computing
  log: Logger
}

const attemptsMax = 5
const longestMs = 10 * 60_000

const sentences = {
  failed: 'The note could not be written. Try again.',
  tooOften: 'The note could not be written after several tries. Try again.',
  tooLong: 'Writing this note took too long. Try again, or choose a template with fewer fields.',
  unreadable:
    'The server could not read the words of this session. Try again, or split the session into shorter transcripts.',
  nothingSaid: 'Nothing was said in this session, so there is no note to write.',
}

/** The job that writes notes: it runs the engine for an output and stores the results. */
export const generationWork = (deps: GenerationDeps): Work =>
  workOn({
    queue: 'generation',
    atOnce: deps.config.jobsAtOnce.generation,
    table: outputs,
    store: deps.store,
    log: deps.log,
    make: (lease, closing) => write(deps, lease, closing),
  })

async function write(deps: GenerationDeps, lease: OutputLease, closing: AbortSignal): Promise<void> {
  const { store, generate, writers: configured, reviewerSlot, computing, log } = deps
  const { id: outputId, row } = lease
  const sealed = sealedOutput(store.encryption)
  // The note may already be written, if only its unanswered fields are generated again. In that case, a failure must
  // not remove it.
  const present = row.content === null ? null : sealed.openContent(outputId, row.content)
  const giveUp = (sentence: string) =>
    present === null ? keepFailure(deps, lease, sentence) : keepUnchanged(store, lease, sentence)
  if (row.attempt > attemptsMax) return giveUp(sentences.tooOften)
  const { template, context, dynamicFields, credit, language, sandbox } = sealed.openRequest(outputId, row.request)
  const turns = row.source === null ? [] : sealed.openSource(outputId, row.source)
  const turnBeginsMs = await beginsOf(store.database, row, turns)

  const reviewer = sandbox === true ? null : await allowedReviewer(store.database, row, reviewerSlot?.() ?? null)
  const writers = sandbox === true ? () => embeddedWriter : configured
  const stuck = new AbortController()
  const tooLong = AbortSignal.timeout(longestMs)
  const signal = AbortSignal.any([closing, lease.signal, tooLong, stuck.signal])
  // Stores results one after another, in the order of their arrival.
  let kept: Promise<void> = Promise.resolve()
  let sequence = 0
  const spent = spending(writers)
  const failures: GroupFailure[] = []
  const reviewFailures: GroupFailure[] = []
  let output: Output
  try {
    output = await generate({
      template,
      turns,
      turnBeginsMs,
      byVoice: await isByVoice(store.database, row),
      context,
      dynamicFields,
      ...(language === undefined ? {} : { language }),
      ...(present === null ? {} : { existingResults: existingResultsOf(present) }),
      writers,
      ...(reviewer === null ? {} : { reviewerSlot: reviewer }),
      onReviewFailure: (failure) => reviewFailures.push(failure),
      computing: computing(),
      signal,
      onUsage: spent.add,
      onFailure: (failure) => failures.push(failure),
      onResult: (result) => {
        const mine = sequence++
        kept = kept.then(() => keepResult(store, lease, mine, result))
        kept.catch((error) => stuck.abort(error))
      },
    })
    await kept
    signal.throwIfAborted()
  } catch (error) {
    if (stuck.signal.aborted || isInterrupted(error, lease, closing)) throw error
    for (const failure of modelFailureLog(failures)) log.warn({ outputId, ...failure }, 'the language model failed')
    if (!(error instanceof NoAnswerError)) log.warn({ outputId, ...describeFailure(error) }, 'a generation failed')
    const unreadable = error instanceof ComputingFailedError
    if (unreadable && row.attempt < readAttemptsMax) throw new AgainAtOnce(error)
    const nothingSaid = error instanceof Error && error.name === 'NothingSaidError'
    const sentence =
      error instanceof NoAnswerError
        ? failureSentence(error.failures)
        : unreadable
          ? sentences.unreadable
          : nothingSaid
            ? sentences.nothingSaid
            : tooLong.aborted
              ? sentences.tooLong
              : sentences.failed
    return patiently(() => giveUp(sentence), closing)
  }
  for (const failure of modelFailureLog(failures)) log.warn({ outputId, ...failure }, 'the language model failed')
  for (const failure of modelFailureLog(reviewFailures))
    log.warn({ outputId, ...failure }, 'the reviewing language model failed')
  const statusText = failures.length === 0 ? null : failureSentence(failures)
  if (present === null) {
    const content = { ...output, ...spent.told() }
    return patiently(() => keepOutput(deps, lease, { content, statusText, credit }), closing)
  }
  const before = present.spent ?? []
  const content: Output = {
    ...output,
    notices: [...new Set([...present.notices, ...output.notices])],
    ...(before.length === 0 ? spent.told() : { spent: spent.addedTo(before) }),
  }
  await patiently(() => keepMore(store, lease, { before: present, content, statusText }), closing)
}

/** Results of a written note that are kept while the unanswered fields are generated again. */
function existingResultsOf(present: Output): Result[] {
  const again = new Set(stillUnanswered(present))
  return present.results.filter(({ id }) => !again.has(id))
}

/** The slot of the reviewing model, unless the directory of the note does not allow this model. */
async function allowedReviewer(
  database: Store['database'],
  { directoryId }: Pick<typeof outputs.$inferSelect, 'directoryId'>,
  slot: number | null,
): Promise<number | null> {
  const allowed = slot === null ? [] : await allowedSlots(database, directoryId)
  return allowed === null || (slot !== null && allowed.includes(slot)) ? slot : null
}
