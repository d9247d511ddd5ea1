import { type Control, isNoAnswer, listsOf } from '../controls/controls.ts'
import { announceChange, announceFocus } from '../controls/events.ts'
import { fold } from '../words.ts'
import type { FillStrategy } from './strategy.ts'

/** Longest wait for the options of a list, in milliseconds. A page may load the options from a server. */
const optionsLimitMs = 1500
/** If a click has not opened the list within this time, the arrow key is tried. */
const keyboardMs = 250

const mouse = (target: Element, ...types: string[]): void => {
  for (const type of types)
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, button: 0 }))
}

const key = (target: Element, name: string, keyCode: number): void => {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, keyCode, bubbles: true, cancelable: true, composed: true }),
  )
}

/**
 * Returns the visible options of a combobox: the options in the lists that its ARIA attributes name. If the attributes
 * name no list in the document, returns all visible options.
 */
function options(control: Control): HTMLElement[] {
  const root = control.getRootNode() as Document | ShadowRoot
  const named = listsOf(control)
  const within = named.length > 0 ? named : [root]
  return within
    .flatMap((list) => [...list.querySelectorAll<HTMLElement>('[role="option"]')])
    .filter((option) => option.checkVisibility())
}

const optionFor = (control: Control, wanted: string, forbidden: string): HTMLElement | null => {
  const hits = options(control).filter(
    (option) => fold(option.textContent ?? '') === fold(wanted) && !option.closest(forbidden),
  )
  return hits.length === 1 ? (hits[0] ?? null) : null
}

/** Opens the list like a user and presses the wanted option. It never presses another option or a button. */
export const combobox: FillStrategy = {
  name: 'combobox',
  restMs: 60,
  prepare({ control }, { to, forbidden }) {
    const wanted = to[0] ?? ''
    control.focus({ preventScroll: true })
    if (control.getAttribute('aria-expanded') !== 'true') {
      mouse(control, 'mousedown')
      announceFocus(control)
      mouse(control, 'mouseup', 'click')
    }
    const startMs = performance.now()
    let asked = false
    const ready = (): boolean => {
      if (optionFor(control, wanted, forbidden) !== null) return true
      // Some comboboxes open only by a click on their arrow icon, or by the arrow key.
      if (!asked && performance.now() - startMs > keyboardMs && options(control).length === 0) {
        asked = true
        key(control, 'ArrowDown', 40)
      }
      return false
    }
    return { ready, limitMs: optionsLimitMs }
  },
  write({ control }, { to, forbidden }) {
    const option = optionFor(control, to[0] ?? '', forbidden)
    if (option) mouse(option, 'mousedown', 'mouseup', 'click')
    else key(control, 'Escape', 27)
    announceChange(control)
    control.blur()
  },
}

/** Clears a combobox with the Backspace key, if the page supports that. */
export function clearCombobox(control: Control): void {
  control.focus({ preventScroll: true })
  announceFocus(control)
  key(control, 'Backspace', 8)
  announceChange(control)
  control.blur()
}

/** Returns the open list's option for "no answer", if there is exactly one. */
const noAnswer = (control: Control, forbidden: string): HTMLElement | null => {
  const hits = options(control).filter((option) => isNoAnswer(option) && !option.closest(forbidden))
  return hits.length === 1 ? (hits[0] ?? null) : null
}

/** Clears a choice with the list's own empty option. Closes the list again if the list has no empty option. */
export const emptyOption: FillStrategy = {
  name: 'empty option',
  restMs: 60,
  prepare(found, wanted) {
    const opened = combobox.prepare?.(found, wanted)
    const ready = (): boolean => options(found.control).length > 0 || opened?.ready() !== false
    return { ready, limitMs: optionsLimitMs }
  },
  write({ control }, { forbidden }) {
    const option = noAnswer(control, forbidden)
    if (option) mouse(option, 'mousedown', 'mouseup', 'click')
    else key(control, 'Escape', 27)
    // If the list ignores the Escape key, close it by the same click that opened it.
    if (!option && control.getAttribute('aria-expanded') === 'true') mouse(control, 'mousedown', 'mouseup', 'click')
    announceChange(control)
    control.blur()
  },
}
