import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { LayoutRequest } from '../../../lib/contracts/index.ts'
import { ownerKey } from '../../authority/index.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import {
  type Computing,
  ComputingFailedError,
  groupFailure,
  type Proposal,
  propose,
  type TokenCount,
  type Writer,
} from '../../generation/index.ts'
import type { Metrics } from '../../metrics/index.ts'
import { describeFailure } from '../../problem.ts'
import { notify, type Store } from '../../store/index.ts'
import { layouts } from '../../store/schema/index.ts'
import { allowedWriters } from '../allowed-models.ts'
import {
  AgainAtOnce,
  endWith,
  isInterrupted,
  type Lease,
  LeaseLost,
  patiently,
  readAttemptsMax,
  type Work,
  workOn,
} from '../jobs/index.ts'
import { keepVersion } from '../layouts/versions.ts'
import { tellModelFailures } from '../model-failures.ts'
import { usageOf } from '../model-usage.ts'
import { openRequest } from './request.ts'

export interface LayoutJobDeps {
  config: Pick<Config, 'jobsAtOnce'>
  store: Store
  clock: Clock
  writers: (slot: number) => Writer
  computing: (owner: string) => Computing
  metrics: Metrics
  log: Logger
}

type LayoutLease = Lease<typeof layouts.$inferSelect>

const attemptsMax = 5
const longestMs = 5 * 60_000

const sentences = {
  failed: 'The template could not be made. Try again.',
  tooOften: 'The template could not be made after several tries. Try again.',
  tooLong: 'Making this template took too long. Try again with a shorter text.',
  unreadable: 'The server could not read your text. Try again with a shorter text.',
  nothing: 'No fields were found in your text. Name what the note should contain, such as mood, risk and plan.',
}

export const layoutWork = (deps: LayoutJobDeps): Work =>
  workOn({
    queue: 'layouts',
    atOnce: deps.config.jobsAtOnce.layouts,
    table: layouts,
    store: deps.store,
    log: deps.log,
    make: (lease, closing) => make(deps, lease, closing),
  })

async function make(
  { store, writers, computing, clock, metrics, log }: LayoutJobDeps,
  lease: LayoutLease,
  closing: AbortSignal,
): Promise<void> {
  const { id, row } = lease
  if (row.attempt > attemptsMax || row.request === null) return keepFailure(store, lease, sentences.tooOften)
  const request = openRequest(store.encryption, id, row.request)
  const tooLong = AbortSignal.timeout(longestMs)
  const signal = AbortSignal.any([closing, lease.signal, tooLong])
  const writerOf = await allowedWriters({ database: store.database, writers }, row)
  const writer = writerOf(0)
  const usage = usageOf(writerOf, log, 'layout')
  let proposal: Proposal
  try {
    const source =
      'description' in request
        ? { kind: 'description' as const, text: request.description }
        : { kind: 'example' as const, text: request.example }
    const proposeRequest = { ...source, onUsage: (tokens: TokenCount) => usage.add(0, tokens) }
    proposal = await propose(writer, { ...proposeRequest, signal }, computing(ownerKey(row)))
    signal.throwIfAborted()
  } catch (error) {
    if (isInterrupted(error, lease, closing)) throw error
    if (error instanceof ComputingFailedError) {
      if (row.attempt < readAttemptsMax) throw new AgainAtOnce(error)
      log.warn({ layoutId: id, ...describeFailure(error) }, 'the words for a layout could not be read')
      return patiently(() => keepFailure(store, lease, sentences.unreadable), closing)
    }
    const failure = groupFailure(error, writer.slot ?? 0, writer.provider ?? 'embedded')
    await tellModelFailures(
      { log, database: store.database, clock, metrics },
      [failure],
      { layoutId: id },
      { message: 'a layout was not made' },
    )
    return patiently(() => keepFailure(store, lease, tooLong.aborted ? sentences.tooLong : sentences.failed), closing)
  } finally {
    usage.told()
  }
  if (proposal.fields.length === 0) return patiently(() => keepFailure(store, lease, sentences.nothing), closing)
  await patiently(() => keepLayout(store, lease, request, proposal), closing)
}

const released = { request: null, leaseOwner: null, leaseUntil: null }

async function keepLayout(
  { database }: Store,
  lease: LayoutLease,
  request: LayoutRequest,
  { name: proposed, instructions = '', fields }: Proposal,
): Promise<void> {
  const name = request.name ?? proposed ?? lease.row.name
  // The definition does not contain the source text: the text may hold patient data, and this column is not encrypted.
  // The encrypted request is deleted when the job ends.
  const definition = { description: '', instructions, config: {}, fields }
  await database.transaction(async (tx) => {
    const [mine] = await tx
      .update(layouts)
      .set({ name, definition, status: 'ready', statusText: null, ...released, updatedAt: sql`now()` })
      .where(lease.isMine)
      .returning()
    if (mine === undefined) throw new LeaseLost()
    const { id, version, userId, updatedAt } = mine
    await keepVersion(tx, { id, version, savedBy: userId, savedAt: updatedAt }, { name, definition })
    await notify(tx, id)
  })
}

const keepFailure = (store: Store, lease: LayoutLease, statusText: string): Promise<void> =>
  endWith(store, layouts, lease, { status: 'failed', statusText, request: null })
