import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a reference that is true while the component is on the screen. The answer of a slow request can arrive after
 * the user has left the screen, and must not move the user away from another screen then.
 */
export function useIsMounted(): RefObject<boolean> {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
