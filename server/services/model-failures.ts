import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { ComputingFailedError, GroupFailure } from '../generation/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { describeFailure, Problem } from '../problem.ts'
import type { Database } from '../store/index.ts'
import { models } from '../store/schema/index.ts'

export type ModelFailureLog = Pick<GroupFailure, 'slot' | 'provider' | 'status' | 'requestId' | 'kind'> &
  Partial<ReturnType<typeof describeFailure>>

/**
 * Returns a key for failures, so that equal failures are logged only once. Failures of the same slot with the same HTTP
 * status (or the same kind, if there is no status) have the same key.
 */
export const failureKey = ({ slot, status, kind }: Pick<GroupFailure, 'slot' | 'status' | 'kind'>): string =>
  `${slot} ${status ?? kind}`

export function modelFailureLog(failures: readonly GroupFailure[]): ModelFailureLog[] {
  const entries = new Map<string, ModelFailureLog>()
  for (const { slot, provider, status, requestId, kind, error } of failures) {
    const key = failureKey({ slot, status, kind })
    const place = kind === 'unexpected' ? describeFailure(error) : {}
    if (!entries.has(key)) entries.set(key, { slot, provider, status, requestId, kind, ...place })
  }
  return [...entries.values()]
}

/**
 * Logs failed calls of language models, one line for each key (see `failureKey`), and stores the last failure of each
 * slot for the administrator's page (product 10.20). `about`: properties for the log line, such as the id of the note
 * or template. They must contain no clinical text. `told`: the keys of failures that an earlier attempt has already
 * logged.
 */
export async function tellModelFailures(
  { log, database, clock, metrics }: { log: Logger; database: Database; clock: Clock; metrics: Metrics },
  failures: readonly GroupFailure[],
  about: Record<string, string>,
  { message = 'the language model failed', told: loggedKeys = [] }: { message?: string; told?: readonly string[] } = {},
): Promise<void> {
  for (const failure of modelFailureLog(failures)) {
    if (!loggedKeys.includes(failureKey(failure))) log.warn({ ...about, ...failure }, message)
    const { slot, kind, status, requestId } = failure
    metrics.modelFailed(failure)
    const lastFailure = { at: clock.now().toISOString(), kind, status, requestId }
    await database
      .update(models)
      .set({ lastFailure })
      .where(eq(models.slot, slot))
      // An error here is only logged: the note must be stored even if the record of the failure is not.
      .catch((error: unknown) => log.warn(describeFailure(error), 'a failure of a language model was not kept'))
  }
}

export function tooMuchToRead(log: Logger, error: ComputingFailedError): Problem {
  log.warn({ kind: error.kind, ...describeFailure(error) }, 'the words of a call could not be read')
  return new Problem(
    'model_failed',
    'The server could not read your text in time. Try again with a shorter text.',
  ).because(error)
}
