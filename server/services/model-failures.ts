import type { GroupFailure } from '../generation/index.ts'
import { describeFailure } from '../problem.ts'

/** What the log says of a language model that failed; no clinical text. */
export type ModelFailureLog = Pick<GroupFailure, 'slot' | 'provider' | 'status'> &
  Partial<ReturnType<typeof describeFailure>> & { kind: GroupFailure['kind'] }

/** One log entry for each slot and status, however many groups of fields failed in the same way. */
export function modelFailureLog(failures: readonly GroupFailure[]): ModelFailureLog[] {
  const entries = new Map<string, ModelFailureLog>()
  for (const { slot, provider, status, kind, error } of failures) {
    const key = `${slot} ${status ?? kind}`
    const place = kind === 'unexpected' ? describeFailure(error) : {}
    if (!entries.has(key)) entries.set(key, { slot, provider, status, kind, ...place })
  }
  return [...entries.values()]
}
