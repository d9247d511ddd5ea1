import { useLayoutEffect, useState } from 'react'

/** A port that calls its listeners with the current state at once, and again at every change. */
export interface Subscribable<State> {
  subscribe(listener: (state: State) => void): () => void
}

/**
 * Reads the current state of a port: subscribes, takes the first state and unsubscribes. This is fast if the port
 * already has another subscriber.
 */
function presentOf<State>(port: Subscribable<State>, initial: State): State {
  let state = initial
  port.subscribe((now) => {
    state = now
  })()
  return state
}

/** Returns the current state of a port, or `initial` until the port has sent one. */
export function useSubscribed<State>(port: Subscribable<State>, initial: State): State {
  const [state, setState] = useState(() => presentOf(port, initial))
  useLayoutEffect(() => port.subscribe(setState), [port])
  return state
}
