import { isEditable } from '../../scan/controls.ts'
import { linesAsHtml } from '../editors/shape.ts'
import { announceChange, announceFocus, announceText } from '../events.ts'
import { askModel } from '../model.ts'
import { type FillStrategy, selectAll } from './strategy.ts'

/** Editors with their own model process a selection in a later task. Slate does so ten times a second. */
const selectionMs = 130

/** Selects everything and waits until the editor has processed the selection. */
const selected: FillStrategy['prepare'] = ({ controls }) => {
  const [control] = controls
  if (control) {
    control.focus({ preventScroll: true })
    announceFocus(control)
    selectAll(control)
  }
  const startMs = performance.now()
  return { ready: () => performance.now() - startMs >= selectionMs, limitMs: selectionMs + 100 }
}

const pasting = (name: string, formats: (text: string) => Record<string, string>): FillStrategy => ({
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

/** Writes with the editor's own API, through `page-editors.js`. */
export const ownCall: FillStrategy = {
  name: 'editor’s own call',
  restMs: 40,
  write({ controls }, { to }) {
    const [control] = controls
    if (control) askModel(control, { verb: 'write', text: to[0] ?? '' })
  },
}

/** Writes into the document directly. Only for fields without a known editor. */
export const rawDom: FillStrategy = {
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
