import { byId, ownerOf } from '../natives.ts'
import { isTextarea } from '../scan/controls.ts'

/**
 * Returns the textarea behind an iframe editor, found by the editor's naming: TinyMCE uses `<id>_ifr` for the iframe,
 * CKEditor 4 `cke_<id or name>` for the element around it. The textarea may be before or after the iframe.
 */
export function behindFrame(frame: Element): HTMLTextAreaElement | null {
  const document = ownerOf(frame)
  const outer = frame.closest('.cke[id^="cke_"]')
  const id = outer ? outer.id.slice('cke_'.length) : /^(.+)_ifr$/.exec(frame.id)?.[1]
  if (!id) return null
  const named = byId(document, id) ?? document.querySelector<HTMLElement>(`textarea[name="${CSS.escape(id)}"]`)
  return named && isTextarea(named) ? named : null
}
