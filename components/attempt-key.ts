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
  const lastAttempt = useRef({ asked: '', key: '' })
  return {
    of(request) {
      const requestText = JSON.stringify(request)
      if (lastAttempt.current.asked !== requestText)
        lastAttempt.current = { asked: requestText, key: crypto.randomUUID() }
      return lastAttempt.current.key
    },
    done() {
      lastAttempt.current = { asked: '', key: '' }
    },
  }
}
