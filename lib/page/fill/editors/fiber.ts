/** A node of React's internal tree, with only the properties needed here. */
export interface Fiber {
  return: Fiber | null
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

/** Returns the props of the last render of an element, or null if React did not render it. */
export const reactProps = (element: Element): Record<string, unknown> | null =>
  (owned(element, '__reactProps$', '__reactEventHandlers$') as Record<string, unknown> | undefined) ?? null
