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

const alike = (one: unknown, otherValue: unknown): one is Plain =>
  isPlain(one) && isPlain(otherValue) && Array.isArray(one) === Array.isArray(otherValue)

/**
 * Returns false for functions. Functions are created again at every render, so a comparison of states must ignore them.
 */
const isHeld = (value: unknown): boolean => typeof value !== 'function'

/**
 * Deep equality for arrays and plain objects, up to 8 levels deep. Two functions always count as equal. All other
 * values must be identical (`Object.is`).
 */
export function sameState(one: unknown, otherValue: unknown, depth = 0): boolean {
  if (Object.is(one, otherValue)) return true
  if (!alike(one, otherValue) || depth > deepest) return !isHeld(one) && !isHeld(otherValue)
  const otherPlain = otherValue as Plain
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(otherPlain).length &&
    keys.every((key) => key in otherPlain && sameState(one[key], otherPlain[key], depth + 1))
  )
}

/**
 * Lists the places where two versions of a state differ. Returns no changes if the state is too large. An object that
 * is identical in both versions is not searched. So a state that is changed in place must be copied first (see
 * `Holder.read`).
 */
export function changesOf(oldState: unknown, newState: unknown): Change[] {
  const changes: Change[] = []
  let budget = most
  const compare = (one: unknown, otherValue: unknown, path: string[]): void => {
    if (Object.is(one, otherValue) || --budget < 0) return
    // If the length of a list has changed, the whole list counts as one change: its items cannot be restored one by
    // one.
    const differInLength = Array.isArray(one) && Array.isArray(otherValue) && one.length !== otherValue.length
    if (!alike(one, otherValue) || differInLength || path.length >= deepest) {
      if ((isHeld(one) || isHeld(otherValue)) && !sameState(one, otherValue))
        changes.push({ path, before: one, after: otherValue })
      return
    }
    const otherPlain = otherValue as Plain
    for (const key of new Set([...Object.keys(one), ...Object.keys(otherPlain)]))
      compare(one[key], otherPlain[key], [...path, key])
  }
  compare(oldState, newState, [])
  return budget < 0 ? [] : changes
}

export const at = (state: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isPlain(inside) ? inside[key] : undefined), state)

/**
 * Returns a copy of the state in which each changed place has its old value (`before`) again. A place that does not
 * contain the written value (`after`) any more was changed after the write, so it stays unchanged. A place that was empty
 * and is empty in another way gets its old value, too: the page itself has emptied it during the undo.
 */
export function takenBack(state: unknown, changes: Change[]): unknown {
  return changes.reduce((result, change) => {
    const value = at(result, change.path)
    const isMine = sameState(value, change.after) || (isGap(value) && isGap(change.before))
    return isMine ? put(result, change) : result
  }, state)
}

function put(state: unknown, { path, before: oldValue }: Pick<Change, 'path' | 'before'>): unknown {
  const [key, ...rest] = path
  if (key === undefined) return oldValue
  if (!isPlain(state)) return state
  const copy = (Array.isArray(state) ? [...state] : { ...state }) as Plain
  const inside = put(state[key], { path: rest, before: oldValue })
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
  let budget = most
  const copy = (value: unknown, depth: number): unknown => {
    if (!isPlain(value)) return value
    if (depth >= deepest || --budget < 0) return undefined
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
    const changedStates = all.map((storedState) => ({
      kept: storedState,
      changes: changesOf(storedState.before, storedState.holder.read()),
    }))
    const telling = changedStates.map(({ kept: storedState, changes }) => ({
      kept: storedState,
      changes: changes.filter(({ after: newValue }) => says(newValue, words)),
    }))
    const hasChanges = all.some(({ changes }) => changes.length > 0)
    const hasNamedChanges = telling.some(({ changes }) => changes.length > 0)
    // If no change contains the words of the choice, only states that can be restored count. A React ref cannot be
    // restored, and a page may keep anything in it.
    const rest = changedStates.filter(({ kept: storedState }) => storedState.holder.takeBack)
    if (hasChanges)
      for (const storedState of all)
        storedState.changes = storedState.changes.map((change) => ({
          ...change,
          after: at(storedState.holder.read(), change.path),
        }))
    else if (hasNamedChanges) for (const { kept: storedState, changes } of telling) storedState.changes = changes
    else if (!noted) for (const { kept: storedState, changes } of rest) storedState.changes = changes
    noted = true
  }

  const openChanges = ({ holder, changes }: Kept): Change[] => {
    const state = holder.read()
    return changes.filter(({ path, before: oldValue }) => !sameState(at(state, path), oldValue))
  }

  return {
    note,
    takeBack() {
      const openStates = all.filter((storedState) => storedState.holder.takeBack && openChanges(storedState).length > 0)
      for (const storedState of openStates) storedState.holder.takeBack?.(openChanges(storedState))
      return openStates.length > 0
    },
    toldBefore() {
      for (const storedState of all.filter(({ holder }) => !holder.takeBack))
        for (const { before: oldValue, after: newValue } of openChanges(storedState))
          if (typeof oldValue === 'string' && typeof newValue === 'string') return { before: oldValue, after: newValue }
      return null
    },
    same: () => all.every((storedState) => openChanges(storedState).length === 0),
  }
}
