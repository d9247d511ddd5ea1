import { useRef } from 'react'

/** Idempotency keys for the requests of one action. */
export interface AttemptKey {
  /**
   * Returns the same key for the same request, so that a second try does not create a duplicate. A different request
   * gets a new key.
   */
  of(request: unknown): string
  /**
   * Call this after success. The next request then gets a new key, even if it has the same content as the last request.
   */
  done(): void
}

/** Keeps the idempotency key of the last request while the component is mounted (product 7.7). */
export function useAttemptKey(): AttemptKey {
  const last = useRef({ asked: '', key: '' })
  return {
    of(request) {
      const asked = JSON.stringify(request)
      if (last.current.asked !== asked) last.current = { asked, key: crypto.randomUUID() }
      return last.current.key
    },
    done() {
      last.current = { asked: '', key: '' }
    },
  }
}
