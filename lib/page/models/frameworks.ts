import { parentOf } from '../natives.ts'
import { at, type Change, copyOf, type Holder, isGap, sameState, takenBack } from './changes.ts'

export interface Fiber {
  return: Fiber | null
  child?: Fiber | null
  sibling?: Fiber | null
  alternate?: Fiber | null
  memoizedProps: Record<string, unknown> | null
  memoizedState: unknown
  stateNode: unknown
}

const owned = (element: Element, ...prefixes: string[]): unknown => {
  const key = Object.keys(element).find((name) => prefixes.some((prefix) => name.startsWith(prefix)))
  return key === undefined ? undefined : (element as unknown as Record<string, unknown>)[key]
}

export const fiberOf = (element: Element): Fiber | null =>
  (owned(element, '__reactFiber$', '__reactInternalInstance$') as Fiber | undefined) ?? null

export const reactProps = (element: Element): Record<string, unknown> | null =>
  (owned(element, '__reactProps$', '__reactEventHandlers$') as Record<string, unknown> | undefined) ?? null

interface Hook {
  memoizedState: unknown
  queue: Queue | null
  next: Hook | null
}
interface Queue {
  dispatch?: ((state: unknown) => void) | null
  lastRenderedReducer?: ((state: unknown, action: unknown) => unknown) | null
  lastRenderedState?: unknown
  getSnapshot?: () => unknown
}

interface ClassInstance {
  state: unknown
  updater: { enqueueReplaceState(instance: object, state: unknown): void }
}

/** Remembers the result of `takesState` for each reducer, because calling a page's reducer may have side effects. */
const results = new WeakMap<object, boolean>()

/**
 * Returns true for the reducer of `useState`, which accepts an updater function. A page's own reducer accepts only its
 * own actions.
 */
function takesState({ lastRenderedReducer: reducer }: Queue): boolean {
  if (!reducer) return false
  const result = results.get(reducer)
  if (result !== undefined) return result
  const token = {}
  let takes = false
  try {
    takes = reducer(null, () => token) === token
  } catch {
    // A reducer of the page does not know the action of this test and may throw any error. Such a reducer does not take
    // a state.
  }
  results.set(reducer, takes)
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

/**
 * Returns true if a ref may hold the page's answers. A DOM element is no answer, and null or an object without
 * properties holds none.
 */
const mayHoldAnswers = (content: object | null): boolean =>
  content !== null && !('nodeType' in content) && Object.keys(content).length > 0

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
  const readState = () => queue.lastRenderedState
  if (!takesState(queue)) return { self: queue, read: readState, closed: true }
  return {
    self: queue,
    read: readState,
    takeBack(changes) {
      const state = readState()
      const newState = takenBack(state, changes)
      // Pass an updater function: if the state itself is a function, `dispatch` would call it.
      if (!Object.is(newState, state)) queue.dispatch?.(() => newState)
    },
  }
}

const classHolder = (instance: ClassInstance): Holder => ({
  self: instance,
  read: () => instance.state,
  takeBack(changes) {
    const newState = takenBack(instance.state, changes)
    if (!Object.is(newState, instance.state)) instance.updater.enqueueReplaceState(instance, newState)
  },
})

/** Maximum number of nodes to search. Real component trees are smaller; the limit prevents an endless search. */
const mostFibers = 2000

export const reactHolders = (element: Element): Holder[] => holdersFrom(fiberOf(element))

const isToldNothing = ({ memoizedProps: props, stateNode }: Fiber): boolean =>
  props !== null &&
  stateNode === null &&
  'value' in props &&
  isGap(props.value) &&
  Object.entries(props).some(([name, tell]) => /^on[A-Z]/.test(name) && typeof tell === 'function')

const mostOwnFibers = 60

const isGivenNothing = (fiber: Fiber): boolean =>
  isToldNothing(fiber) && typeof fiber.memoizedProps?.onChange === 'function'

/** Returns true if the element has more than one control, so that it is no part of the component of one input. */
const isShared = (element: Partial<Element> | null): boolean =>
  (element?.querySelectorAll?.(
    'input:not([type="hidden"]):not([aria-hidden="true"]):not([hidden]), textarea:not([aria-hidden="true"]), select:not([hidden])',
  ).length ?? 0) > 1

function isParent(parent: Fiber, fiber: Fiber): boolean {
  for (let child = parent.child; child; child = child.sibling) if (child === fiber) return true
  return false
}

/** React keeps two versions of each fiber. Returns the one that is drawn now, because the other one has old properties. */
const drawnNow = (fiber: Fiber | null, isDrawn: (version: Fiber) => boolean): Fiber | null =>
  [fiber, fiber?.alternate].find((version) => version && isDrawn(version)) ?? fiber

function ownFibers(element: Element): Fiber[] {
  const ownNodes: Fiber[] = []
  const properties = reactProps(element)
  let fiber = drawnNow(fiberOf(element), ({ memoizedProps }) => memoizedProps === properties)
  const outer = (inner: Fiber): Fiber | null => drawnNow(inner.return, (version) => isParent(version, inner))
  for (let budget = mostOwnFibers; fiber && budget > 0; fiber = outer(fiber), budget--) {
    if (isShared(fiber.stateNode as Partial<Element> | null)) break
    ownNodes.push(fiber)
  }
  return ownNodes
}

/**
 * Returns true if a text is typed into an input of React, but the page holds no value: the component around the input has
 * an `onChange` prop and an empty `value` prop. A date picker shows such a text until it is left for good.
 */
export function holdsNothing(element: Element): boolean {
  const typedValue = reactProps(element)?.value
  return typeof typedValue === 'string' && typedValue !== '' && ownFibers(element).some(isGivenNothing)
}

export interface ComponentValue {
  value: unknown
  /** The format of the date, as the component is given it. */
  format?: unknown
  /** The captions of the options that the component is given, by their codes. */
  captions: ReadonlyMap<unknown, string>
  set?(value: unknown): void
}

const captionNames = ['label', 'title', 'text', 'name']
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the options in a list of a component's properties, also those of its groups. */
const optionsOf = (list: unknown[]): Record<string, unknown>[] =>
  list.filter(isObject).flatMap((each) => {
    const group = each.options ?? each.items ?? each.children
    return Array.isArray(group) ? optionsOf(group) : [each]
  })

function captionsOf(props: Record<string, unknown>): Map<unknown, string> {
  const options = Object.entries(props).flatMap(([name, list]) =>
    name !== 'children' && Array.isArray(list) ? optionsOf(list) : [],
  )
  return new Map(
    options.flatMap((option): [unknown, string][] => {
      const caption = captionNames.map((name) => option[name]).find((each) => typeof each === 'string')
      return 'value' in option && typeof caption === 'string' ? [[option.value, caption]] : []
    }),
  )
}

/** The names under which components of React get their value, and those that begin with `on` and tell of a new one. */
const valueNames = ['value', 'selectedKey', 'selectedItem']
/** The date of a component that is told its format. */
const dateName = 'selected'

function reactValue(element: Element): ComponentValue | null {
  let outermost: ComponentValue | null = null
  for (const { memoizedProps: props, stateNode } of ownFibers(element)) {
    const names = props?.dateFormat ? [dateName, ...valueNames] : valueNames
    const name = names.find((each) => props?.[each] !== undefined)
    const isTold =
      name &&
      Object.entries(props ?? {}).some(
        ([key, tell]) => /^on[A-Z]\w*Change$|^onChange$/.test(key) && typeof tell === 'function',
      )
    if (props && name && isTold && (stateNode === null || isClass(stateNode)))
      outermost = { value: props[name], format: props.dateFormat, captions: captionsOf(props) }
  }
  return outermost
}

/** Returns true if a component of React around the element says that it takes several options. */
export const takesMultiple = (element: Element): boolean =>
  ownFibers(element).some(({ memoizedProps }) => memoizedProps?.multiple === true)

function vueValue(element: Element): ComponentValue | null {
  let outermost: ComponentValue | null = null
  for (let component = vueNode(element)?.component ?? null; component; component = component.parent) {
    const { vnode, subTree } = component
    if (isShared(subTree.el as Partial<Element> | null)) break
    const tell = vnode?.props?.['onUpdate:modelValue']
    if (vnode?.props && 'modelValue' in vnode.props && tell)
      outermost = {
        value: vnode.props.modelValue,
        captions: captionsOf(vnode.props),
        set(value) {
          for (const each of [tell].flat() as ((value: unknown) => void)[]) each(value)
        },
      }
  }
  return outermost
}

export const componentValue = (element: Element): ComponentValue | null => reactValue(element) ?? vueValue(element)

/**
 * Returns the states of the component that stores the answer of this element, and of all components around that
 * component, innermost first.
 *
 * The component that stores the answer is the parent of the outermost controlled component without a value. States
 * further inside are internal to a component library, so they are left out. If there is no controlled component without
 * a value, the list begins with the states around the element itself.
 */
export function reactOwners(element: Element): Holder[] {
  const first = fiberOf(element)
  let owner = first
  let budget = mostFibers
  for (let fiber = first; fiber && budget > 0; fiber = fiber.return, budget--)
    if (isToldNothing(fiber)) owner = fiber.return
  return holdersFrom(owner)
}

function holdersFrom(first: Fiber | null): Holder[] {
  const holders: Holder[] = []
  let budget = mostFibers
  for (let fiber = first; fiber && budget > 0; fiber = fiber.return, budget--) {
    if (isClass(fiber.stateNode)) holders.push(classHolder(fiber.stateNode))
    let hook: unknown = fiber.memoizedState
    // For DOM elements and the root, `memoizedState` is not a list of hooks.
    for (; isHook(hook) && fiber.stateNode === null && budget > 0; budget--) {
      const holder = hookHolder(hook)
      if (holder) holders.push(holder)
      hook = hook.next
    }
  }
  return holders
}

interface VueNode {
  el: unknown
  props: Record<string, unknown> | null
  dirs?: { dir: Record<string, unknown>; value: unknown }[] | null
  component: VueComponent | null
  children: unknown
  suspense?: { activeBranch: VueNode | null } | null
}
interface VueComponent {
  vnode?: VueNode
  subTree: VueNode
  parent: VueComponent | null
  data: Record<string, unknown>
  setupState: Record<string, unknown>
}

const rootOf = (element: Element): VueNode | null => {
  for (let around: Element | null = element; around; around = parentOf(around)) {
    const root = (around as { _vnode?: VueNode })._vnode
    if (root) return root
  }
  return null
}

export function vueNode(element: Element): { node: VueNode; component: VueComponent | null } | null {
  const look = (node: VueNode | null | undefined, component: VueComponent | null): ReturnType<typeof vueNode> => {
    if (typeof node !== 'object' || node === null) return null
    if (node.component) return look(node.component.subTree, node.component)
    if (node.suspense) return look(node.suspense.activeBranch, component)
    if (node.el === element) return { node, component }
    if (!Array.isArray(node.children)) return null
    for (const child of node.children as VueNode[]) {
      const result = look(child, component)
      if (result) return result
    }
    return null
  }
  return look(rootOf(element), null)
}

export function vueModel({ node }: { node: VueNode }): { value: unknown; assign(value: unknown): void } | null {
  const assign = node.props?.['onUpdate:modelValue']
  const model = node.dirs?.find(({ dir }) => 'created' in dir && 'beforeUpdate' in dir)
  if (!assign || !model) return null
  return {
    value: model.value,
    assign(value) {
      for (const each of [assign].flat() as ((value: unknown) => void)[]) each(value)
    },
  }
}

function stateHolder(state: Record<string, unknown>): Holder {
  return {
    self: state,
    read: () => copyOf({ ...state }),
    takeBack(changes: Change[]) {
      for (const { path, before: oldValue, after: newValue } of changes) {
        const lastKey = path.at(-1)
        const inside = path
          .slice(0, -1)
          .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], state)
        if (lastKey === undefined || typeof inside !== 'object' || inside === null) continue
        if (sameState(at(copyOf({ ...state }), path), newValue)) (inside as Record<string, unknown>)[lastKey] = oldValue
      }
    },
  }
}

export function vueHolders(element: Element): Holder[] {
  const holders: Holder[] = []
  for (let component = vueNode(element)?.component ?? null; component; component = component.parent)
    for (const state of [component.data, component.setupState])
      if (state && Object.keys(state).length > 0) holders.push(stateHolder(state))
  return holders
}
