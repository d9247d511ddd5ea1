/** One place of a state that a write changed: what stood there, and what stands there since. */
export interface Change {
  /** The way to it from the whole state; empty: the state itself. */
  path: string[]
  before: unknown
  after: unknown
}

type Plain = Record<string, unknown>

/** Deeper, or wider, is not what a form holds of one answer. */
const deepest = 8
const most = 3000

/** Plain in whatever window it was made: an object or a list that nothing but its own entries tells about. */
function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null || '$$typeof' in value) return false
  if (Array.isArray(value)) return true
  const proto: unknown = Object.getPrototypeOf(value)
  return proto === null || Object.getPrototypeOf(proto) === null
}

const alike = (one: unknown, other: unknown): one is Plain =>
  isPlain(one) && isPlain(other) && Array.isArray(one) === Array.isArray(other)

/** Functions are made anew at every drawing and say nothing of what is held. */
const isHeld = (value: unknown): boolean => typeof value !== 'function'

/** Equal in everything plain; anything else only where it is the very same. */
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

/** Where two moments of a state differ. Parts that are the very same object are the same: states are not changed in place. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const found: Change[] = []
  let left = most
  const compare = (one: unknown, other: unknown, path: string[]): void => {
    if (Object.is(one, other) || --left < 0) return
    // A list of another length is another list: nothing of it can be put back piece by piece.
    const apart = Array.isArray(one) && Array.isArray(other) && one.length !== other.length
    if (!alike(one, other) || apart || path.length >= deepest) {
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

/** What stands at a place of a state now. */
export const at = (state: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isPlain(inside) ? inside[key] : undefined), state)

/** A state with the old values where the new ones still stand; what has changed since is left as it is. */
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
  // What was not there before is gone again, not empty.
  if (inside === undefined && rest.length === 0 && !Array.isArray(copy)) delete copy[key]
  else copy[key] = inside
  return copy
}

/** What stands where nothing was answered. */
export const isGap = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === -1 || (Array.isArray(value) && value.length === 0)

/** Whether a state has a place in which no answer stands. */
export const hasGap = (state: unknown, depth = 0): boolean =>
  isGap(state) || (depth < 4 && isPlain(state) && Object.values(state).some((each) => hasGap(each, depth + 1)))

/** Whether a value is, or has within, one of these words. */
export function says(value: unknown, words: string[], depth = 0): boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return words.includes(String(value))
  return depth < 3 && isPlain(value) && Object.values(value).some((each) => says(each, words, depth + 1))
}

/** A copy of what is plain in a state that is changed in place, so that two moments of it can be compared. */
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
          // A page's own getter may throw.
          return [key, undefined]
        }
      }),
    )
  }
  return copy(state, 0)
}
