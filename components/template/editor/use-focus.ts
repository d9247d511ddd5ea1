import { useEffect, useMemo, useRef, useState } from 'react'

/** Moves the focus after a dialog closes, or after the focused row was moved, added or removed. */
export function useFocus() {
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<HTMLElement | string | null>(null)
  const remembered = useRef<Element | null>(null)
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each change, when the changed part is on the page
  useEffect(() => {
    const next = wanted.current
    wanted.current = null
    if (next === null) return
    const row = typeof next === 'string' ? `[data-tooltip="${CSS.escape(next)}"]` : ''
    const element = typeof next === 'string' ? root.current?.querySelector<HTMLElement>(row) : next
    if (element?.isConnected) element.focus()
    else root.current?.querySelector<HTMLElement>('[data-add], [type="search"]')?.focus()
  }, [turn])

  return useMemo(
    () => ({
      root,
      remember() {
        remembered.current = document.activeElement
      },
      giveBack() {
        if (wanted.current === null && remembered.current instanceof HTMLElement) wanted.current = remembered.current
        setTurn((turn) => turn + 1)
      },
      toField(fieldId: string) {
        wanted.current = fieldId
        setTurn((turn) => turn + 1)
      },
    }),
    [],
  )
}
