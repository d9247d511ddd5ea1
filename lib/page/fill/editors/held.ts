import { at, type Change, changesOf, sameState, says } from './change.ts'
import type { Holder } from './holders.ts'

/** The state of the components around a choice before a write, and the means to restore it. */
export interface Held {
  /**
   * Called after the write was kept. Records what the write changed; only that is restored later. `words` are the
   * page's texts and values for the choice.
   */
  note(words: string[]): void
  /** Restores the old state where the written values are still in place. */
  /**
   * Restores the old state where the written values are still in place. Returns false if nothing had to be restored.
   */
  takeBack(): boolean
  /** The old and the new text in a state that only the page's own handlers may change. Null if there is none. */
  toldBefore(): { before: string; after: string } | null
  /** Returns true if everything that the write changed is as before. */
  same(): boolean
}

interface Kept {
  holder: Holder
  before: unknown
  changes: Change[]
}

/** Cache for the current task: all controls that are stored in one task share one read of each holder. */
let looks = new Map<object, unknown>()
function look(holder: Holder): unknown {
  if (looks.size === 0)
    queueMicrotask(() => {
      looks = new Map()
    })
  if (!looks.has(holder.self)) looks.set(holder.self, holder.read())
  return looks.get(holder.self)
}

/** Stores the current state of these holders. */
export function hold(holders: Holder[]): Held {
  const all: Kept[] = holders.map((holder) => ({ holder, before: look(holder), changes: [] }))
  let noted = false

  /**
   * Records the changes of a write: those that contain the words of the choice. If there are none at the first call,
   * all changes count.
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
    // A ref can change for many reasons, so it counts only if it contains the words of the choice.
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
