import { type Control, isInput, isSelect, isTextarea, isTicked } from '../../scan/controls.ts'
import { announceChange, announceText } from '../events.ts'
import { type FillStrategy, press, selectAll } from './strategy.ts'

/** Calls the native `value` setter. Frameworks override `value` on the element. */
function setText(control: Control, text: string): void {
  const view = control.ownerDocument.defaultView
  const prototype = isTextarea(control) ? view?.HTMLTextAreaElement.prototype : view?.HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype ?? {}, 'value')?.set?.call(control, text)
}

/** Sets the value with the native setter, then sends the events of typing and leaving the control. */
export const setter: FillStrategy = {
  name: 'setter',
  write({ controls, kind, format }, { to }) {
    for (const [at, control] of controls.entries()) {
      const text = kind === 'table' ? (to[at] ?? '') : (to[0] ?? '')
      if ((isInput(control) || isTextarea(control)) && control.value !== text) {
        setText(control, text)
        announceText(control, text, format !== undefined)
      }
    }
  },
}

/** Inserts the text with `execCommand`, so that the page's own undo can revert it. */
export const typed: FillStrategy = {
  name: 'insertText',
  write({ controls, kind }, { to }) {
    const [control] = controls
    if (!control || kind === 'table') return
    selectAll(control)
    const text = to[0] ?? ''
    control.ownerDocument.execCommand(text === '' ? 'delete' : 'insertText', false, text)
    announceChange(control)
    control.blur()
  },
}

/** Presses radios and checkboxes. Frameworks react only to clicks there. */
export const click: FillStrategy = {
  name: 'click',
  write({ controls, choices }, { to, forbidden }) {
    if (choices.length === 0) {
      const [control] = controls
      if (control && isTicked(control) && control.checked !== (to[0] === 'Yes')) press(control, forbidden)
      return
    }
    const boxes = choices.flatMap(({ caption, control }) => (isTicked(control) ? [{ caption, control }] : []))
    // Untick before ticking: pressing an option such as "None" clears the other ones.
    for (const { caption, control } of boxes) {
      if (control.type === 'checkbox' && control.checked && !to.includes(caption)) press(control, forbidden)
    }
    for (const { caption, control } of boxes) {
      if (!control.checked && to.includes(caption)) press(control, forbidden)
    }
  },
}

/** How long to wait for an option that depends on another field written just before. */
const choiceLimitMs = 1500

export const select: FillStrategy = {
  name: 'select',
  prepare: ({ controls, choices }, { to }) => ({
    ready: () => {
      const [control] = controls
      const shown = control && isSelect(control) ? [...control.options].map(({ text }) => text) : []
      return to.every(
        (caption) => choices.some((each) => each.caption === caption) || shown.some((text) => text.trim() === caption),
      )
    },
    limitMs: choiceLimitMs,
  }),
  write({ controls, choices }, { to }) {
    const [control] = controls
    if (!control || !isSelect(control)) return
    if (!to.every((caption) => choices.some((each) => each.caption === caption))) return
    for (const { caption, control: option } of choices) {
      if (option.tagName === 'OPTION') (option as HTMLOptionElement).selected = to.includes(caption)
    }
    control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(control)
    // The Chosen library redraws its widget only after this event.
    control.dispatchEvent(new Event('chosen:updated', { bubbles: true }))
  },
}
