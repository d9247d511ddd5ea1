import { useState } from 'react'
import type { PendingChanges } from '../../editor/rich-editor.tsx'

/** Collects functions that report delayed changes, so that closing the form loses none of them. */
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
