import type { Change } from './change.ts'
import { copyOf, isGap, takenBack } from './change.ts'
import { type Fiber, fiberOf } from './fiber.ts'

/** A place in which a framework holds what a component shows. */
export interface Holder {
  /** The same thing at every look, however often the page was drawn in between. */
  self: object
  /** What it holds now: the value itself where states are never changed in place, else a copy. */
  read(): unknown
  /** Puts old values back where the new ones still stand; absent: it can be looked at and no more. */
  takeBack?(changes: Change[]): void
  /** Something of the page's own is kept here that only the page's own code can put back. */
  closed?: true
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

/** Each reducer is tried once, for a page's own may do more than it should. */
const tried = new WeakMap<object, boolean>()

/** `useState` does what its reducer is told by a function; a page's own reducer knows actions only. */
function takesState({ lastRenderedReducer: reducer }: Queue): boolean {
  if (!reducer) return false
  const known = tried.get(reducer)
  if (known !== undefined) return known
  const token = {}
  let takes = false
  try {
    takes = reducer(null, () => token) === token
  } catch {
    // An action it does not know.
  }
  tried.set(reducer, takes)
  return takes
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

/** Elements, and what is not there yet, are what components keep for themselves; anything else may be the page's answers. */
const mayHoldAnswers = (kept: object | null): boolean =>
  kept !== null && !('nodeType' in kept) && Object.keys(kept).length > 0

function hookHolder(hook: Hook): Holder | null {
  const { queue } = hook
  const ref = refOf(hook)
  if (ref) {
    const { current } = ref
    if (typeof current !== 'object') return null
    return { self: ref, read: () => copyOf(ref.current), ...(mayHoldAnswers(current) && { closed: true }) }
  }
  if (!queue) return null
  const { getSnapshot } = queue
  if (typeof getSnapshot === 'function') return { self: queue, read: () => queue.getSnapshot?.(), closed: true }
  if (typeof queue.dispatch !== 'function') return null
  const read = () => queue.lastRenderedState
  if (!takesState(queue)) return { self: queue, read, closed: true }
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
export const reactHolders = (element: Element): Holder[] => holdersFrom(fiberOf(element))

/** A component of a library that is told what is chosen, here nothing, and tells of a choice. */
const isToldNothing = ({ memoizedProps: props, stateNode }: Fiber): boolean =>
  props !== null &&
  stateNode === null &&
  'value' in props &&
  isGap(props.value) &&
  Object.entries(props).some(([name, tell]) => /^on[A-Z]/.test(name) && typeof tell === 'function')

/** The same from the component that owns the choice: what a library's own components keep below it is theirs. */
export function reactOwners(element: Element): Holder[] {
  const first = fiberOf(element)
  let owner = first
  let left = mostFibers
  for (let fiber = first; fiber && left > 0; fiber = fiber.return, left--)
    if (isToldNothing(fiber)) owner = fiber.return
  return holdersFrom(owner)
}

function holdersFrom(first: Fiber | null): Holder[] {
  const holders: Holder[] = []
  let left = mostFibers
  for (let fiber = first; fiber && left > 0; fiber = fiber.return, left--) {
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
