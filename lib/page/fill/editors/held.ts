import { at, type Change, changesOf, sameState, says } from './change.ts'
import type { Holder } from './holders.ts'

/** What the components around a choice held before a write, and the way back to it. */
export interface Held {
  /** The write stands: what it changed is what may be taken back. `words` are the choice as the page says it. */
  note(words: string[]): void
  /** Puts the old state back where what the write left there still stands. */
  /** Answers whether there was anything to put back. */
  takeBack(): boolean
  /** Words that stood, and stand, where only the page's own handlers may write; null where there are none. */
  toldBefore(): { before: string; after: string } | null
  /** Whether everything the choice had changed is as it was. */
  same(): boolean
}

interface Kept {
  holder: Holder
  before: unknown
  changes: Change[]
}

/** One look at each holder is enough for all controls that are kept in the same task. */
let looks = new Map<object, unknown>()
function look(holder: Holder): unknown {
  if (looks.size === 0)
    queueMicrotask(() => {
      looks = new Map()
    })
  if (!looks.has(holder.self)) looks.set(holder.self, holder.read())
  return looks.get(holder.self)
}

/** Holds on to the state of these holders; `find` finds them again, should the page have been drawn anew. */
export function hold(holders: Holder[]): Held {
  const all: Kept[] = holders.map((holder) => ({ holder, before: look(holder), changes: [] }))
  let noted = false

  /** What the write changed in one holder: what says the choice itself, else (at the first look) whatever else. */
  const note = (words: string[]): void => {
    looks = new Map()
    const found = all.map((kept) => ({ kept, changes: changesOf(kept.before, kept.holder.read()) }))
    const telling = found.map(({ kept, changes }) => ({
      kept,
      changes: changes.filter(({ after }) => says(after, words)),
    }))
    const known = all.some(({ changes }) => changes.length > 0)
    const told = telling.some(({ changes }) => changes.length > 0)
    // A ref changes for many a reason; it counts only where it says the choice.
    const rest = found.filter(({ kept }) => kept.holder.takeBack)
    if (known)
      for (const kept of all)
        kept.changes = kept.changes.map((change) => ({ ...change, after: at(kept.holder.read(), change.path) }))
    else if (told) for (const { kept, changes } of telling) kept.changes = changes
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
