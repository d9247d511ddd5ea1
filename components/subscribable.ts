import { useLayoutEffect, useState } from 'react'

/** A port that calls its listeners with the current state at once, and again at every change. */
export interface Subscribable<State> {
  subscribe(listener: (state: State) => void): () => void
}

/** A port whose owner reads and sets the state. */
export interface SettableState<State> extends Subscribable<State> {
  get(): State
  set(next: State): void
}

/** Creates a port that begins with this state. */
export function createSubscribable<State>(initial: State): SettableState<State> {
  let state = initial
  const listeners = new Set<(state: State) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
    get: () => state,
    set(newState) {
      state = newState
      for (const listener of listeners) listener(state)
    },
  }
}

/**
 * Returns the current state of a port. It subscribes, takes the state that the port reports at once, and unsubscribes.
 * Returns `initial` if the port reports no state at once.
 */
function presentOf<State>(port: Subscribable<State>, initial: State): State {
  let state = initial
  port.subscribe((newState) => {
    state = newState
  })()
  return state
}

/** Returns the current state of a port, or `initial` until the port has sent one. */
export function useSubscribed<State>(port: Subscribable<State>, initial: State): State {
  const [state, setState] = useState(() => presentOf(port, initial))
  useLayoutEffect(() => port.subscribe(setState), [port])
  return state
}
