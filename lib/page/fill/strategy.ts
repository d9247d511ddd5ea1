import { attempt } from '../controls/events.ts'
import type { RefusalReason } from '../shapes.ts'
import type { PageGuard, Target, TargetField } from './guard.ts'
import type { State } from './state.ts'

export interface Wanted {
  to: string[]
  forbidden: string
  before?: State | undefined
  /** What the strategy did in the earlier rounds. */
  rounds: { last?: Press }
}

/** A press in a list. */
export interface Press {
  /** What was pressed, and what was chosen before it. */
  step: string
  /** How often it was pressed without effect. */
  times: number
  isTyped: boolean
}

export interface FillStrategy {
  name: string
  prepare?(target: TargetField, request: Wanted): { ready: () => boolean; limitMs: number }
  /**
   * False: the control does not offer the value. `again`: one choice of several was made, and the strategy has to be
   * applied once more.
   */
  write(target: TargetField, request: Wanted): boolean | 'again' | undefined
  restMs?: number
}

/** The most choices that are made in one list. */
const mostRounds = 60

/**
 * Applies a strategy to a field, round by round. Before each round and after each wait, the guard compares page, patient
 * and form. `isOffered` is false if the control does not offer the value.
 */
export async function apply(
  guard: PageGuard,
  strategy: FillStrategy,
  fieldId: string,
  request: Omit<Wanted, 'forbidden' | 'rounds'>,
): Promise<{ target: Target | RefusalReason; isOffered: boolean }> {
  let target = guard.target(fieldId)
  const rounds = {}
  for (let round = 0; round < mostRounds && typeof target !== 'string'; round++) {
    const wanted = { ...request, rounds, forbidden: guard.forbidden() }
    const prepared = strategy.prepare?.(target.found, wanted)
    if (prepared) {
      await guard.until(prepared.ready, prepared.limitMs)
      target = guard.target(fieldId)
      if (typeof target === 'string') break
    }
    const { found: scannedField } = target
    let result: ReturnType<FillStrategy['write']>
    attempt(() => {
      result = strategy.write(scannedField, wanted)
    })
    if (result !== 'again') return { target, isOffered: result !== false }
    await guard.rest(scannedField, strategy.restMs)
    target = guard.target(fieldId)
  }
  return { target, isOffered: false }
}
