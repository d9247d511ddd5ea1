/** One place in a state that a write has changed, with the old and the new value. */
export interface Change {
  /** Keys from the state to the changed place. Empty: the whole state. */
  path: string[]
  before: unknown
  after: unknown
}

type Plain = Record<string, unknown>

/** Limits of depth and number of values. The state of one form answer is smaller. */
const deepest = 8
const most = 3000

/**
 * Returns true for arrays and plain objects, also from another window. Class instances and React elements are not
 * plain.
 */
function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null || '$$typeof' in value) return false
  if (Array.isArray(value)) return true
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === null || Object.getPrototypeOf(proto) === null
}

const alike = (one: unknown, other: unknown): one is Plain =>
  isPlain(one) && isPlain(other) && Array.isArray(one) === Array.isArray(other)

/** Functions are created again at every render, so they are ignored in comparisons. */
const isHeld = (value: unknown): boolean => typeof value !== 'function'

/** Deep equality for arrays and plain objects; all other values must be identical. */
export function sameState(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true
  if (!alike(one, other) || depth > deepest) return !isHeld(one) && !isHeld(other)
  const there = other as Plain
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(there).length &&
    keys.every((key) => key in there && sameState(one[key], there[key], depth + 1))
  )
}

/**
 * Lists the places where two versions of a state differ. Identical objects are not searched, because such states are
 * never changed in place. Returns no changes if the state is too large.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const found: Change[] = []
  let left = most
  const compare = (one: unknown, other: unknown, path: string[]): void => {
    if (Object.is(one, other) || --left < 0) return
    // If the length of a list has changed, the whole list counts as one change: its items cannot be restored one by
    // one.
    const differInLength = Array.isArray(one) && Array.isArray(other) && one.length !== other.length
    if (!alike(one, other) || differInLength || path.length >= deepest) {
      if ((isHeld(one) || isHeld(other)) && !sameState(one, other)) found.push({ path, before: one, after: other })
      return
    }
    const there = other as Plain
    for (const key of new Set([...Object.keys(one), ...Object.keys(there)]))
      compare(one[key], there[key], [...path, key])
  }
  compare(before, after, [])
  return left < 0 ? [] : found
}

/** Returns the value at a path of a state. */
export const at = (state: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isPlain(inside) ? inside[key] : undefined), state)

/**
 * Returns a copy of the state with the old values restored. A place that no longer holds the new value was changed
 * later and is kept.
 */
export function takenBack(state: unknown, changes: Change[]): unknown {
  return changes.reduce(
    (now, change) => (sameState(at(now, change.path), change.after) ? put(now, change) : now),
    state,
  )
}

function put(state: unknown, { path, before }: Pick<Change, 'path' | 'before'>): unknown {
  const [key, ...rest] = path
  if (key === undefined) return before
  if (!isPlain(state)) return state
  const copy = (Array.isArray(state) ? [...state] : { ...state }) as Plain
  const inside = put(state[key], { path: rest, before })
  // Remove the key if it did not exist before, instead of setting it to undefined.
  if (inside === undefined && rest.length === 0 && !Array.isArray(copy)) delete copy[key]
  else copy[key] = inside
  return copy
}

/** Returns true for the values that stand for "no answer". */
export const isGap = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === -1 || (Array.isArray(value) && value.length === 0)

/** Returns true if the state, down to four levels, has a place without an answer. */
export const hasGap = (state: unknown, depth = 0): boolean =>
  isGap(state) || (depth < 4 && isPlain(state) && Object.values(state).some((each) => hasGap(each, depth + 1)))

/** Returns true if the value is one of these words, or contains one of them. */
export function says(value: unknown, words: string[], depth = 0): boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return words.includes(String(value))
  return depth < 3 && isPlain(value) && Object.values(value).some((each) => says(each, words, depth + 1))
}

/** Copies the plain parts of a state that is changed in place, so that it can be compared with a later version. */
export function copyOf(state: unknown): unknown {
  let left = most
  const copy = (value: unknown, depth: number): unknown => {
    if (!isPlain(value)) return value
    if (depth >= deepest || --left < 0) return undefined
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1))
    return Object.fromEntries(
      Object.keys(value).map((key) => {
        try {
          return [key, copy(value[key], depth + 1)]
        } catch {
          // A getter of the page may throw.
          return [key, undefined]
        }
      }),
    )
  }
  return copy(state, 0)
}
