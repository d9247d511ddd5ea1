import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a reference that is true while the component is on the screen. A slow request can end after the user has left
 * the screen. Check the reference before the code opens another screen, so that the user stays on the present screen.
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
