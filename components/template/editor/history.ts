/** A value with its undo and redo history. */
export interface History<Value> {
  readonly past: readonly Value[]
  readonly present: Value
  readonly future: readonly Value[]
  /**
   * The last change: `what` names the part that was changed, such as one input, and `atMs` is the time of the change.
   * If the same part changes again within `oneStepMs`, both changes become one undo step. Null if the next change must
   * be its own step.
   */
  readonly last: { what: string; atMs: number } | null
}

/** Maximum time between two changes of the same input that become one undo step, in milliseconds. */
export const oneStepMs = 1000
/** Maximum number of undo steps. */
export const stepsKept = 200

export function begin<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], last: null }
}

/**
 * Adds a change. `what` names the input that was changed, so that letters typed into it one after the other become one
 * undo step. A change without `what` is always its own step.
 */
export function changed<Value>(
  history: History<Value>,
  newValue: Value,
  { what, atMs }: { what?: string | undefined; atMs: number },
): History<Value> {
  if (Object.is(newValue, history.present)) return history
  const { last } = history
  const goesOn = what !== undefined && last?.what === what && atMs - last.atMs < oneStepMs
  return {
    past: goesOn ? history.past : [...history.past, history.present].slice(-stepsKept),
    present: newValue,
    future: [],
    last: what === undefined ? null : { what, atMs },
  }
}

export function undone<Value>(history: History<Value>): History<Value> {
  const previousValue = history.past.at(-1)
  if (previousValue === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: previousValue,
    future: [history.present, ...history.future],
    last: null,
  }
}

export function redone<Value>(history: History<Value>): History<Value> {
  const [nextValue, ...future] = history.future
  if (nextValue === undefined) return history
  return { past: [...history.past, history.present], present: nextValue, future, last: null }
}

/** Applies a correction to every state of the history, so that undo does not revert it. */
export function corrected<Value>(history: History<Value>, correct: (value: Value) => Value): History<Value> {
  return {
    past: history.past.map(correct),
    present: correct(history.present),
    future: history.future.map(correct),
    last: history.last,
  }
}
