export interface Observable<State> {
  get(): State
  set(next: State): void
  subscribe(listener: (state: State) => void): () => void
}

export function observable<State>(initial: State, begin: () => () => void = () => () => undefined): Observable<State> {
  let state = initial
  let end: (() => void) | null = null
  const listeners = new Set<(state: State) => void>()
  return {
    get: () => state,
    set(newState) {
      state = newState
      for (const listener of listeners) listener(newState)
    },
    subscribe(listener) {
      listeners.add(listener)
      listener(state)
      end ??= begin()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        end?.()
        end = null
      }
    },
  }
}
