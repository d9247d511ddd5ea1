import { useRef } from 'react'

/** Idempotency keys of one thing a screen asks for. */
export interface AttemptKey {
  /** The same for a second try of the same request, so that it makes no second thing; another one for another request. */
  of(request: unknown): string
  /** It was made: the same request is meant anew from now on. */
  done(): void
}

/** One key for each request, for as long as the screen stands (design §4). */
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
