import { useState } from 'react'
import type { PendingChanges } from '../../editor/rich-editor.tsx'

/** Gathers the changes that parts of a form tell late, so that closing it loses none. */
export function usePending(): PendingChanges & { flush(): void } {
  const [pending] = useState(() => {
    const waiting = new Set<() => void>()
    return {
      add(flush: () => void) {
        waiting.add(flush)
        return () => void waiting.delete(flush)
      },
      flush() {
        for (const each of waiting) each()
      },
    }
  })
  return pending
}
