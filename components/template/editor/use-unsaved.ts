import { useCallback, useEffect, useRef, useState } from 'react'
import type { TemplateDraftPort, UnsavedTemplate } from '../editor-properties.ts'

/** Changes are kept this long after the last of them, in milliseconds; at once when the page goes. */
const keepAfterMs = 400

/** Keeps what is not yet saved, and brings it back once. Answers false while it is still looked for. */
export function useUnsaved(
  port: TemplateDraftPort | undefined,
  unsaved: UnsavedTemplate,
  onFound: (unsaved: UnsavedTemplate) => void,
): boolean {
  const [looked, setLooked] = useState(port === undefined)
  const found = useRef(onFound)
  found.current = onFound
  const latest = useRef(unsaved)
  latest.current = unsaved
  /** What the port holds, as far as this editor knows. */
  const kept = useRef(unsaved)
  const { saved, edited } = unsaved

  useEffect(() => {
    if (!port) return
    let gone = false
    port
      .load()
      .then((earlier) => {
        if (gone || !earlier) return
        kept.current = earlier
        found.current(earlier)
      })
      // A draft that cannot be read is none: what is saved is shown.
      .catch(() => undefined)
      .finally(() => {
        if (!gone) setLooked(true)
      })
    return () => {
      gone = true
    }
  }, [port])

  const keep = useCallback(() => {
    const { saved, edited } = latest.current
    if (!port || (saved === kept.current.saved && edited === kept.current.edited)) return
    kept.current = { saved, edited }
    // Keeping is a courtesy: an editor that cannot keep still saves.
    void (edited === saved ? port.clear() : port.save({ saved, edited })).catch(() => undefined)
  }, [port])

  useEffect(() => {
    if (!looked) return
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep, looked])

  useEffect(() => {
    if (!looked || (saved === kept.current.saved && edited === kept.current.edited)) return
    const timer = setTimeout(keep, keepAfterMs)
    return () => clearTimeout(timer)
  }, [keep, looked, saved, edited])

  return looked
}
