import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Output } from '../../../lib/contracts/index.ts'
import type { GenerateRequest } from '../../generation/engine.ts'
import type { Writer } from '../../generation/writer.ts'
import { describeFailure, isDatabaseAway } from '../../problem.ts'
import type { Store } from '../../store/index.ts'
import { sealedOutput } from '../reports/sealed.ts'
import { claim, type Lease, LeaseLost, release } from './lease.ts'
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
const patienceMs = 60_000
const patientPauseMs = 500

const sentences = {
  failed: 'The note could not be written. Try again.',
  tooOften: 'The note could not be written, though it was tried several times. Try again.',
  tooLong: 'Writing this note took too long. Try again, or choose a template with fewer fields.',
  nothingSaid: 'Nothing was said in this session, so there is no note to write.',
}

/** Writes one output, if nobody else does: takes its lease, runs the engine, keeps what comes. Never throws. */
export async function runGeneration(deps: GenerationDeps, outputId: string, closing: AbortSignal): Promise<void> {
  const { store, log } = deps
  let lease: Lease | null = null
  try {
    lease = await claim(store, outputId, log)
    if (lease === null) return
    await write(deps, lease, closing)
  } catch (error) {
    if (error instanceof LeaseLost) log.info({ outputId }, 'another server took this output over')
    else if (closing.aborted && lease !== null) await release(store.database, lease).catch(() => {})
    else log.warn({ outputId, ...describeFailure(error) }, 'a generation was left for another attempt')
  } finally {
    lease?.close()
  }
}

async function write(
  { store, generate, writers, log }: GenerationDeps,
  lease: Lease,
  closing: AbortSignal,
): Promise<void> {
  const { outputId, row } = lease
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
  let output: Output
  try {
    output = await generate({
      template,
      turns,
      context,
      dynamicFields,
      writers,
      signal,
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
  // A finished note is worth waiting for a database that restarts.
  await patiently(() => keepOutput(store, lease, output, credit), closing)
}

async function patiently(work: () => Promise<void>, closing: AbortSignal): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || closing.aborted || Date.now() > giveUpAt) throw error
      await pause(patientPauseMs)
    }
  }
}
