import type { Logger } from 'pino'
import type { ComputingFailedError, GroupFailure } from '../generation/index.ts'
import { describeFailure, Problem } from '../problem.ts'

/** Log entry for a failed language model. Contains no clinical text. */
export type ModelFailureLog = Pick<GroupFailure, 'slot' | 'provider' | 'status'> &
  Partial<ReturnType<typeof describeFailure>> & { kind: GroupFailure['kind'] }

/** One log entry per slot and status, even if many groups of fields failed in the same way. */
export function modelFailureLog(failures: readonly GroupFailure[]): ModelFailureLog[] {
  const entries = new Map<string, ModelFailureLog>()
  for (const { slot, provider, status, kind, error } of failures) {
    const key = `${slot} ${status ?? kind}`
    const place = kind === 'unexpected' ? describeFailure(error) : {}
    if (!entries.has(key)) entries.set(key, { slot, provider, status, kind, ...place })
  }
  return [...entries.values()]
}

/** Logs that a text could not be processed in time, and returns the problem for the client. */
export function tooMuchToRead(log: Logger, error: ComputingFailedError): Problem {
  log.warn({ kind: error.kind, ...describeFailure(error) }, 'the words of a call could not be read')
  return new Problem(
    'model_failed',
    'The server could not read these words in time. Try again with fewer words.',
  ).because(error)
}
