import { useEffect } from 'react'
import type { TemplateDraft } from './use-template-draft.ts'

/**
 * Keyboard shortcuts with Ctrl or ⌘: Z undoes, Shift+Z or Y redoes, S saves. Ignored in dialogs and in text boxes with
 * their own undo.
 */
export function useEditorKeys({ undo, redo, save }: Pick<TemplateDraft, 'undo' | 'redo' | 'save'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
      const ownKeysElement = event.target instanceof Element && event.target.closest('[role="dialog"], [data-own-undo]')
      const act = actOf(event)
      if (ownKeysElement || !act) return
      event.preventDefault()
      if (act === 'save') void save()
      else if (act === 'undo') undo()
      else redo()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo, redo, save])
}

function actOf({ key, shiftKey }: KeyboardEvent): 'undo' | 'redo' | 'save' | null {
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo'
    case 'y':
      return 'redo'
    case 's':
      return shiftKey ? null : 'save'
    default:
      return null
  }
}
