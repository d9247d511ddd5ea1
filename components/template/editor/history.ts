/** A value and the way back and forth through its changes. */
export interface History<Value> {
  readonly past: readonly Value[]
  readonly present: Value
  readonly future: readonly Value[]
  /** What the last change was to, and when: further changes to the same, soon after, are one step. */
  readonly last: { what: string; atMs: number } | null
}

/** Changes to the same thing within this time are one step back, in milliseconds. */
export const oneStepMs = 1000
/** So many steps back are kept. */
export const stepsKept = 200

export function begin<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], last: null }
}

/**
 * Takes a change over. `what` names what was changed where typing goes on in one place: letters typed one after the
 * other are one step. Changes without it are a step each.
 */
export function changed<Value>(
  history: History<Value>,
  next: Value,
  { what, atMs }: { what?: string | undefined; atMs: number },
): History<Value> {
  if (Object.is(next, history.present)) return history
  const { last } = history
  const goesOn = what !== undefined && last?.what === what && atMs - last.atMs < oneStepMs
  return {
    past: goesOn ? history.past : [...history.past, history.present].slice(-stepsKept),
    present: next,
    future: [],
    last: what === undefined ? null : { what, atMs },
  }
}

/** One step back; the same history where there is none. */
export function undone<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], last: null }
}

/** One step forth again; the same history where there is none. */
export function redone<Value>(history: History<Value>): History<Value> {
  const [after, ...future] = history.future
  if (after === undefined) return history
  return { past: [...history.past, history.present], present: after, future, last: null }
}

/** The same correction made to every state, so that going back does not undo it. */
export function corrected<Value>(history: History<Value>, correct: (value: Value) => Value): History<Value> {
  return {
    past: history.past.map(correct),
    present: correct(history.present),
    future: history.future.map(correct),
    last: history.last,
  }
}
