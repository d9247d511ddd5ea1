export interface Change {
  path: string[]
  before: unknown
  after: unknown
}

type Plain = Record<string, unknown>

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

/**
 * Returns false for functions. Functions are created again at every render, so a comparison of states must ignore them.
 */
const isHeld = (value: unknown): boolean => typeof value !== 'function'

/**
 * Deep equality for arrays and plain objects, up to 8 levels deep. Two functions always count as equal. All other
 * values must be identical (`Object.is`).
 */
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
 * Lists the places where two versions of a state differ. Returns no changes if the state is too large. An object that
 * is identical in both versions is not searched. So a state that is changed in place must be copied first (see
 * `Holder.read`).
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

export const at = (state: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isPlain(inside) ? inside[key] : undefined), state)

/**
 * Returns a copy of the state in which each changed place has its old value (`before`) again. A place that does not
 * contain the written value (`after`) any more was changed after the write, so it stays unchanged.
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

export const isGap = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === -1 || (Array.isArray(value) && value.length === 0)

/**
 * Returns true if the state is or contains a value that means "no answer", at most four levels deep. If nothing is
 * chosen yet, a framework may write a choice into such a place.
 */
export const hasGap = (state: unknown, depth = 0): boolean =>
  isGap(state) || (depth < 4 && isPlain(state) && Object.values(state).some((each) => hasGap(each, depth + 1)))

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
          // A getter of the page may throw. Its value is then treated as undefined.
          return [key, undefined]
        }
      }),
    )
  }
  return copy(state, 0)
}

export interface Holder {
  self: object
  read(): unknown
  takeBack?(changes: Change[]): void
  closed?: true
}

export interface Held {
  /**
   * Called after the page has kept the write. Records what the write changed; only these changes are restored later.
   * `words` are the page's texts and values for the choice.
   */
  note(words: string[]): void
  /**
   * Restores the old state where the written values are still in place. Returns false if nothing had to be restored.
   */
  takeBack(): boolean
  /**
   * Finds a changed state that Chartside cannot restore itself, because only the page's own handlers may change it.
   * Returns the text of this state before and after the write. Returns null if there is no such state.
   */
  toldBefore(): { before: string; after: string } | null
  same(): boolean
}

interface Kept {
  holder: Holder
  before: unknown
  changes: Change[]
}

let looks = new Map<object, unknown>()
function look(holder: Holder): unknown {
  if (looks.size === 0)
    queueMicrotask(() => {
      looks = new Map()
    })
  if (!looks.has(holder.self)) looks.set(holder.self, holder.read())
  return looks.get(holder.self)
}

/**
 * Reads the current state of these holders (see `Holder`), so that the changes of a later write can be found and
 * restored.
 */
export function hold(holders: Holder[]): Held {
  const all: Kept[] = holders.map((holder) => ({ holder, before: look(holder), changes: [] }))
  let noted = false

  /**
   * Records the changes that a write has caused. `words` are the texts and values of the option that the write has
   * chosen.
   * - If an earlier call has recorded changes, only their new values are updated.
   * - Otherwise the changes whose new value contains one of the words are recorded.
   * - If the first call finds no such change, it records all changes that can be restored.
   */
  const note = (words: string[]): void => {
    looks = new Map()
    const found = all.map((kept) => ({ kept, changes: changesOf(kept.before, kept.holder.read()) }))
    const telling = found.map(({ kept, changes }) => ({
      kept,
      changes: changes.filter(({ after }) => says(after, words)),
    }))
    const known = all.some(({ changes }) => changes.length > 0)
    const hasNamedChanges = telling.some(({ changes }) => changes.length > 0)
    // If no change contains the words of the choice, only states that can be restored count. A React ref cannot be
    // restored, and a page may keep anything in it.
    const rest = found.filter(({ kept }) => kept.holder.takeBack)
    if (known)
      for (const kept of all)
        kept.changes = kept.changes.map((change) => ({ ...change, after: at(kept.holder.read(), change.path) }))
    else if (hasNamedChanges) for (const { kept, changes } of telling) kept.changes = changes
    else if (!noted) for (const { kept, changes } of rest) kept.changes = changes
    noted = true
  }

  const open = ({ holder, changes }: Kept): Change[] => {
    const now = holder.read()
    return changes.filter(({ path, before }) => !sameState(at(now, path), before))
  }

  return {
    note,
    takeBack() {
      const found = all.filter((kept) => kept.holder.takeBack && open(kept).length > 0)
      for (const kept of found) kept.holder.takeBack?.(open(kept))
      return found.length > 0
    },
    toldBefore() {
      for (const kept of all.filter(({ holder }) => !holder.takeBack))
        for (const { before, after } of open(kept))
          if (typeof before === 'string' && typeof after === 'string') return { before, after }
      return null
    },
    same: () => all.every((kept) => open(kept).length === 0),
  }
}
