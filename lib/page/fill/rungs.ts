import { type Control, isEditable, isInput, isSelect, isTextarea, isTicked } from '../controls.ts'
import type { Found } from '../found.ts'
import { announceChange, announceText } from './events.ts'

/** One way to write a value; `ehr-facts` has the matrix of what works where. */
export interface Rung {
  name: string
  write(found: Found, to: string[], forbidden: string): void
}

const dated = (found: Found): boolean => found.format !== undefined

/** Past whatever a framework has put over the element's own `value`. */
function setText(control: Control, text: string): void {
  const view = control.ownerDocument.defaultView
  const prototype = isTextarea(control) ? view?.HTMLTextAreaElement.prototype : view?.HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype ?? {}, 'value')?.set?.call(control, text)
}

const setter: Rung = {
  name: 'setter',
  write(found, to) {
    found.controls.forEach((control, at) => {
      const text = found.kind === 'table' ? (to[at] ?? '') : (to[0] ?? '')
      if ((isInput(control) || isTextarea(control)) && control.value !== text) {
        setText(control, text)
        announceText(control, text, dated(found))
      }
    })
  },
}

function selectAll(control: Control): void {
  control.focus({ preventScroll: true })
  if (isInput(control) || isTextarea(control)) control.select()
  else control.ownerDocument.getSelection()?.selectAllChildren(control)
}

const insertText: Rung = {
  name: 'insertText',
  write(found, to) {
    const [control] = found.controls
    if (!control || found.kind === 'table') return
    selectAll(control)
    const text = to[0] ?? ''
    control.ownerDocument.execCommand(text === '' ? 'delete' : 'insertText', false, text)
    announceChange(control)
    control.blur()
  },
}

const paste: Rung = {
  name: 'paste',
  write(found, to) {
    const [control] = found.controls
    if (!control || !isEditable(control)) return
    selectAll(control)
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', to[0] ?? '')
    control.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    )
    announceChange(control)
    control.blur()
  },
}

const rawDom: Rung = {
  name: 'dom',
  write(found, to) {
    const [control] = found.controls
    if (!control || !isEditable(control)) return
    const parts = (to[0] ?? '').split('\n').flatMap((line, at) => [...(at ? [document.createElement('br')] : []), line])
    control.replaceChildren(...parts)
    announceText(control, to[0] ?? '', false)
  },
}

/** Presses a radio or a box and nothing else: whatever finishes a form is not to be pressed by any path. */
function press(control: HTMLElement, forbidden: string): void {
  if (!isTicked(control) || control.matches(forbidden)) throw new Error('Only radios and boxes are pressed.')
  control.click()
}

const click: Rung = {
  name: 'click',
  write(found, to, forbidden) {
    if (found.choices.length === 0) {
      const [control] = found.controls
      if (control && isTicked(control) && control.checked !== (to[0] === 'Yes')) press(control, forbidden)
      return
    }
    const boxes = found.choices.flatMap(({ caption, control }) => (isTicked(control) ? [{ caption, control }] : []))
    // Off before on: "None" and its like clear the others when they are pressed.
    for (const { caption, control } of boxes) {
      if (control.type === 'checkbox' && control.checked && !to.includes(caption)) press(control, forbidden)
    }
    for (const { caption, control } of boxes) {
      if (!control.checked && to.includes(caption)) press(control, forbidden)
    }
  },
}

const select: Rung = {
  name: 'select',
  write(found, to) {
    const [control] = found.controls
    if (!control || !isSelect(control)) return
    for (const { caption, control: option } of found.choices) {
      if (option.tagName === 'OPTION') (option as HTMLOptionElement).selected = to.includes(caption)
    }
    control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(control)
  },
}

/** The ways to write a field, best first; the next is tried when the page did not keep the value. */
export function rungsFor(found: Found): Rung[] {
  const [control] = found.controls
  if (!control) return []
  if (found.kind === 'rich_text') return [insertText, paste, rawDom]
  if (found.kind === 'table') return [setter]
  if (isSelect(control)) return [select]
  // A box's own handler may undo another box: the second round sets what the first one lost.
  if (isTicked(control)) return [click, click]
  return [setter, insertText]
}
