import type { Change } from './change.ts'
import { copyOf, isGap, takenBack } from './change.ts'
import { type Fiber, fiberOf } from './fiber.ts'

/** A place where a framework stores the state of a component. */
export interface Holder {
  /** Identifies the place. It is the same object at every read, also after new renders. */
  self: object
  /** Returns the current value. It is a copy if the framework changes the state in place. */
  read(): unknown
  /** Restores the old values where the written ones are still in place. Absent: the state can only be read. */
  takeBack?(changes: Change[]): void
  /** This state belongs to the page, and only the page's own code can restore it. */
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
  /** Reads an external store, as used by `useSyncExternalStore`. */
  getSnapshot?: () => unknown
}

interface ClassInstance {
  state: unknown
  updater: { enqueueReplaceState(instance: object, state: unknown): void }
}

/** Remembers the result for each reducer, because calling a page's reducer may have side effects. */
const tried = new WeakMap<object, boolean>()

/**
 * Returns true for the reducer of `useState`, which accepts an updater function. A page's own reducer accepts only its
 * own actions.
 */
function takesState({ lastRenderedReducer: reducer }: Queue): boolean {
  if (!reducer) return false
  const known = tried.get(reducer)
  if (known !== undefined) return known
  const token = {}
  let takes = false
  try {
    takes = reducer(null, () => token) === token
  } catch {
    // The page's reducer does not know this action.
  }
  tried.set(reducer, takes)
  return takes
}

const isClass = (node: unknown): node is ClassInstance =>
  typeof (node as ClassInstance | null)?.updater?.enqueueReplaceState === 'function'

const isHook = (state: unknown): state is Hook =>
  typeof state === 'object' && state !== null && 'queue' in state && 'next' in state

/** Returns the ref of a `useRef` hook. Form libraries store values in refs, but components may store anything there. */
const refOf = ({ memoizedState, queue }: Hook): { current: unknown } | null => {
  if (queue !== null || typeof memoizedState !== 'object' || memoizedState === null) return null
  const keys = Object.keys(memoizedState)
  return keys.length === 1 && keys[0] === 'current' ? (memoizedState as { current: unknown }) : null
}

/** DOM elements and empty values are a component's internal data. Any other object may hold the page's answers. */
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
      // Pass an updater function: if the state itself is a function, `dispatch` would call it.
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

/** Upper limit; real component trees are smaller. */
const mostFibers = 2000

/** All component states around an element, innermost first. */
export const reactHolders = (element: Element): Holder[] => holdersFrom(fiberOf(element))

/**
 * Returns true for a controlled component without a chosen value: it has an empty `value` prop and an `on…` callback.
 */
const isToldNothing = ({ memoizedProps: props, stateNode }: Fiber): boolean =>
  props !== null &&
  stateNode === null &&
  'value' in props &&
  isGap(props.value) &&
  Object.entries(props).some(([name, tell]) => /^on[A-Z]/.test(name) && typeof tell === 'function')

/**
 * Like `reactHolders`, but starts at the component that owns the choice. The states below it are internal to a
 * component library.
 */
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
    // For DOM elements and the root, `memoizedState` is not a list of hooks.
    for (; isHook(hook) && fiber.stateNode === null && left > 0; left--) {
      const holder = hookHolder(hook)
      if (holder) holders.push(holder)
      hook = hook.next
    }
  }
  return holders
}
