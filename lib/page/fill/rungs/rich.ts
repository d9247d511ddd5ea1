import { isEditable } from '../../scan/controls.ts'
import { linesAsHtml } from '../editors/shape.ts'
import { announceChange, announceFocus, announceText } from '../events.ts'
import { askModel } from '../model.ts'
import { type Rung, selectAll } from './rung.ts'

/** Editors with a model of their own hear of a selection in a later task; Slate listens ten times a second. */
const selectionMs = 130

/** Selects everything and waits until the editor has heard of it. */
const selected: Rung['prepare'] = ({ controls }) => {
  const [control] = controls
  if (control) {
    control.focus({ preventScroll: true })
    announceFocus(control)
    selectAll(control)
  }
  const startMs = performance.now()
  return { ready: () => performance.now() - startMs >= selectionMs, limitMs: selectionMs + 100 }
}

const pasting = (name: string, formats: (text: string) => Record<string, string>): Rung => ({
  name,
  prepare: selected,
  restMs: 40,
  write({ controls }, { to }) {
    const [control] = controls
    if (!control || !isEditable(control)) return
    selectAll(control)
    const clipboardData = new DataTransfer()
    for (const [type, data] of Object.entries(formats(to[0] ?? ''))) clipboardData.setData(type, data)
    control.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    )
    announceChange(control)
    control.blur()
  },
})

export const pasteText = pasting('paste plain', (text) => ({ 'text/plain': text }))
export const pasteHtml = pasting('paste html', (text) => ({ 'text/html': linesAsHtml(text), 'text/plain': text }))

/** The editor's own call, by the page's side of the filler. */
export const ownCall: Rung = {
  name: 'editor’s own call',
  restMs: 40,
  write({ controls }, { to }) {
    const [control] = controls
    if (control) askModel(control, { verb: 'write', text: to[0] ?? '' })
  },
}

/** Into the document itself; only where no editor stands behind it. */
export const rawDom: Rung = {
  name: 'dom',
  write({ controls }, { to }) {
    const [control] = controls
    if (!control || !isEditable(control)) return
    const { ownerDocument } = control
    const parts = (to[0] ?? '')
      .split('\n')
      .flatMap((line, at) => [...(at ? [ownerDocument.createElement('br')] : []), line])
    control.replaceChildren(...parts)
    announceText(control, to[0] ?? '', false)
  },
}
