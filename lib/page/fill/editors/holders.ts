import type { Change } from './change.ts'
import { copyOf, takenBack } from './change.ts'
import { type Fiber, fiberOf } from './fiber.ts'

/** A place in which a framework holds what a component shows. */
export interface Holder {
  /** The same thing at every look, however often the page was drawn in between. */
  self: object
  /** What it holds now: the value itself where states are never changed in place, else a copy. */
  read(): unknown
  /** Puts old values back where the new ones still stand; absent: it can be looked at and no more. */
  takeBack?(changes: Change[]): void
}

interface Hook {
  memoizedState: unknown
  queue: Queue | null
  next: Hook | null
}
interface Queue {
  dispatch?: ((state: unknown) => void) | null
  lastRenderedReducer?: ((state: unknown, action: unknown) => unknown) | null
  lastRenderedState?: unknown
  /** An outer store's, as `useSyncExternalStore` asks for it. */
  getSnapshot?: () => unknown
}

interface ClassInstance {
  state: unknown
  updater: { enqueueReplaceState(instance: object, state: unknown): void }
}

/** `useState` does what its reducer is told by a function; a page's own reducer knows actions only. */
function takesState({ lastRenderedReducer }: Queue): boolean {
  const token = {}
  try {
    return lastRenderedReducer?.(null, () => token) === token
  } catch {
    return false
  }
}

const isClass = (node: unknown): node is ClassInstance =>
  typeof (node as ClassInstance | null)?.updater?.enqueueReplaceState === 'function'

const isHook = (state: unknown): state is Hook =>
  typeof state === 'object' && state !== null && 'queue' in state && 'next' in state

/** A ref is where form libraries keep their values past the drawing; a component may keep anything else in one too. */
const refOf = ({ memoizedState, queue }: Hook): { current: unknown } | null => {
  if (queue !== null || typeof memoizedState !== 'object' || memoizedState === null) return null
  const keys = Object.keys(memoizedState)
  return keys.length === 1 && keys[0] === 'current' ? (memoizedState as { current: unknown }) : null
}

function hookHolder(hook: Hook): Holder | null {
  const { queue } = hook
  const ref = refOf(hook)
  if (ref) return typeof ref.current === 'object' ? { self: ref, read: () => copyOf(ref.current) } : null
  if (!queue) return null
  const { getSnapshot } = queue
  if (typeof getSnapshot === 'function') return { self: queue, read: () => queue.getSnapshot?.() }
  if (typeof queue.dispatch !== 'function') return null
  const read = () => queue.lastRenderedState
  if (!takesState(queue)) return { self: queue, read }
  return {
    self: queue,
    read,
    takeBack(changes) {
      const now = read()
      const next = takenBack(now, changes)
      // A state may be a function: given bare, it would be called.
      if (!Object.is(next, now)) queue.dispatch?.(() => next)
    },
  }
}

const classHolder = (instance: ClassInstance): Holder => ({
  self: instance,
  read: () => instance.state,
  takeBack(changes) {
    const next = takenBack(instance.state, changes)
    if (!Object.is(next, instance.state)) instance.updater.enqueueReplaceState(instance, next)
  },
})

/** Deeper than components nest. */
const mostFibers = 2000

/** Every state that the components around an element hold, innermost first. */
export function reactHolders(element: Element): Holder[] {
  const holders: Holder[] = []
  let left = mostFibers
  for (let fiber: Fiber | null = fiberOf(element); fiber && left > 0; fiber = fiber.return, left--) {
    if (isClass(fiber.stateNode)) holders.push(classHolder(fiber.stateNode))
    let hook: unknown = fiber.memoizedState
    // An element of the page, or a root, keeps something else under this name.
    for (; isHook(hook) && fiber.stateNode === null && left > 0; left--) {
      const holder = hookHolder(hook)
      if (holder) holders.push(holder)
      hook = hook.next
    }
  }
  return holders
}
