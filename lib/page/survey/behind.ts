import { byId, ownerOf } from '../natives.ts'
import { isTextarea } from '../scan/controls.ts'

/**
 * The text control an editor in a frame stands for, by the names editors give what they draw: TinyMCE `<id>_ifr` for the
 * frame, CKEditor 4 `cke_<id or name>` for what is around it. It may stand before the frame or after it.
 */
export function behindFrame(frame: Element): HTMLTextAreaElement | null {
  const document = ownerOf(frame)
  const outer = frame.closest('.cke[id^="cke_"]')
  const id = outer ? outer.id.slice('cke_'.length) : /^(.+)_ifr$/.exec(frame.id)?.[1]
  if (!id) return null
  const named = byId(document, id) ?? document.querySelector<HTMLElement>(`textarea[name="${CSS.escape(id)}"]`)
  return named && isTextarea(named) ? named : null
}
