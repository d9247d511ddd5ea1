import { useEffect, useState } from 'react'

let grouped: ((number: string) => string) | null = null

/**
 * Returns a phone number with the digit groups that its country uses. Until the numbering plans are loaded, and if they
 * cannot be loaded, returns the number as it is.
 */
export function useGrouped(number: string): string {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (number === '' || grouped !== null) return
    let isShown = true
    import('./phone-rules.ts').then(
      (rules) => {
        grouped = rules.grouped
        if (isShown) setLoaded(true)
      },
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [number])
  return grouped === null ? number : grouped(number)
}
