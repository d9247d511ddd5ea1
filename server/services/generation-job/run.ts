import type { Logger } from 'pino'
import type { Output } from '../../../lib/contracts/index.ts'
import type { GenerateRequest } from '../../generation/engine.ts'
import type { Writer } from '../../generation/writer.ts'
import { describeFailure, isDatabaseAway } from '../../problem.ts'
import type { Store } from '../../store/index.ts'
import { outputs } from '../../store/schema/index.ts'
import { patiently, type Work, workOn } from '../jobs/index.ts'
import { sealedOutput } from '../reports/sealed.ts'
import { spending } from '../reports/spending.ts'
import type { OutputLease } from './write.ts'
import { keepFailure, keepOutput, keepResult } from './write.ts'

/** The generation engine, as an argument. */
export type Generate = (request: GenerateRequest) => Promise<Output>

export interface GenerationDeps {
  store: Store
  generate: Generate
  /** The writer of a model slot, 0 to 14. */
  writers: (slot: number) => Writer
  log: Logger
}

const attemptsMax = 5
const longestMs = 10 * 60_000

const sentences = {
  failed: 'The note could not be written. Try again.',
  tooOften: 'The note could not be written, though it was tried several times. Try again.',
  tooLong: 'Writing this note took too long. Try again, or choose a template with fewer fields.',
  nothingSaid: 'Nothing was said in this session, so there is no note to write.',
}

/** The writing of notes: runs the engine for an output and keeps what comes. */
export const generationWork = (deps: GenerationDeps): Work =>
  workOn({
    queue: 'generation',
    table: outputs,
    store: deps.store,
    log: deps.log,
    make: (lease, closing) => write(deps, lease, closing),
  })

async function write(
  { store, generate, writers, log }: GenerationDeps,
  lease: OutputLease,
  closing: AbortSignal,
): Promise<void> {
  const { id: outputId, row } = lease
  if (row.attempt > attemptsMax) return keepFailure(store, lease, sentences.tooOften)
  const sealed = sealedOutput(store.encryption)
  const { template, context, dynamicFields, credit } = sealed.openRequest(outputId, row.request)
  const turns = row.source === null ? [] : sealed.openSource(outputId, row.source)

  const stuck = new AbortController()
  const tooLong = AbortSignal.timeout(longestMs)
  const signal = AbortSignal.any([closing, lease.signal, tooLong, stuck.signal])
  // Results are kept one after another, in the order in which they came.
  let kept: Promise<void> = Promise.resolve()
  let sequence = 0
  const spent = spending(writers)
  let output: Output
  try {
    output = await generate({
      template,
      turns,
      context,
      dynamicFields,
      writers,
      signal,
      onUsage: spent.add,
      onResult: (result) => {
        const mine = sequence++
        kept = kept.then(() => keepResult(store, lease, mine, result))
        kept.catch((error) => stuck.abort(error))
      },
    })
    await kept
    signal.throwIfAborted()
  } catch (error) {
    if (closing.aborted || lease.signal.aborted || stuck.signal.aborted || isDatabaseAway(error)) throw error
    log.warn({ outputId, ...describeFailure(error) }, 'a generation failed')
    const nothingSaid = error instanceof Error && error.name === 'NothingSaidError'
    const sentence = nothingSaid ? sentences.nothingSaid : tooLong.aborted ? sentences.tooLong : sentences.failed
    return patiently(() => keepFailure(store, lease, sentence), closing)
  }
  const content = { ...output, ...spent.told() }
  await patiently(() => keepOutput(store, lease, content, credit), closing)
}
