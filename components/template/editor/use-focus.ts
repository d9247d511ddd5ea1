import { useEffect, useMemo, useRef, useState } from 'react'

/** Moves the focus after a dialog closes, or after the focused row was moved, added or removed. */
export function useFocus() {
  const root = useRef<HTMLDivElement>(null)
  const focusTarget = useRef<HTMLElement | string | null>(null)
  const remembered = useRef<Element | null>(null)
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each change, when the changed part is on the page
  useEffect(() => {
    const target = focusTarget.current
    focusTarget.current = null
    if (target === null) return
    const row = typeof target === 'string' ? `[data-tooltip="${CSS.escape(target)}"]` : ''
    const element = typeof target === 'string' ? root.current?.querySelector<HTMLElement>(row) : target
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
        if (focusTarget.current === null && remembered.current instanceof HTMLElement)
          focusTarget.current = remembered.current
        setTurn((turn) => turn + 1)
      },
      toField(fieldId: string) {
        focusTarget.current = fieldId
        setTurn((turn) => turn + 1)
      },
    }),
    [],
  )
}
