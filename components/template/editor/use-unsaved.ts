import { useCallback, useEffect, useRef, useState } from 'react'
import type { TemplateDraftPort, UnsavedTemplate } from '../draft-port.ts'

/**
 * Delay before changes are stored, in milliseconds. If the page is hidden or the editor is closed earlier, the changes
 * are stored at once.
 */
const keepAfterMs = 400

/** Stores unsaved changes and restores them once. Returns false while they are being loaded. */
export function useUnsaved(
  port: TemplateDraftPort | undefined,
  unsaved: UnsavedTemplate,
  onFound: (unsaved: UnsavedTemplate) => void,
): boolean {
  const [looked, setLooked] = useState(port === undefined)
  const latestOnFound = useRef(onFound)
  latestOnFound.current = onFound
  const latest = useRef(unsaved)
  latest.current = unsaved
  /** The last state that was stored or loaded. */
  const storedState = useRef(unsaved)
  const { saved: savedTemplate, edited } = unsaved

  useEffect(() => {
    if (!port) return
    let isGone = false
    port
      .load()
      .then((earlier) => {
        if (isGone || !earlier) return
        storedState.current = earlier
        latestOnFound.current(earlier)
      })
      // If the draft cannot be read, show the saved template.
      .catch(() => undefined)
      .finally(() => {
        if (!isGone) setLooked(true)
      })
    return () => {
      isGone = true
    }
  }, [port])

  const keep = useCallback(() => {
    const { saved, edited } = latest.current
    if (!port || (saved === storedState.current.saved && edited === storedState.current.edited)) return
    storedState.current = { saved, edited }
    // Ignore errors: the template can still be saved without a stored draft.
    void (edited === saved ? port.clear() : port.save({ saved, edited })).catch(() => undefined)
  }, [port])

  useEffect(() => {
    if (!looked) return
    // Store the changes when the page becomes hidden. The event `pagehide` is not enough: Chromium does not send it
    // when a side panel is closed.
    const keepIfHidden = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', keepIfHidden)
    return () => {
      document.removeEventListener('visibilitychange', keepIfHidden)
      keep()
    }
  }, [keep, looked])

  useEffect(() => {
    if (!looked || (savedTemplate === storedState.current.saved && edited === storedState.current.edited)) return
    const timer = setTimeout(keep, keepAfterMs)
    return () => clearTimeout(timer)
  }, [keep, looked, savedTemplate, edited])

  return looked
}
