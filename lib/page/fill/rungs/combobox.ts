import type { Control } from '../../scan/controls.ts'
import { isNoAnswer, listsOf } from '../../scan/listbox.ts'
import { fold } from '../../words.ts'
import { announceChange, announceFocus } from '../events.ts'
import type { Rung } from './rung.ts'

/** Options come late where a server is asked for them. */
const optionsLimitMs = 1500
/** A list that was pressed open shows something within this time. */
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

/** The options now offered for a combobox: of its own list where it names one, else of any list that is shown. */
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
    (option) => fold(option.textContent ?? '') === fold(wanted) && !option.matches(forbidden),
  )
  return hits.length === 1 ? (hits[0] ?? null) : null
}

/** Opens the list as a person would and presses the option; no other option and no button is ever pressed. */
export const combobox: Rung = {
  name: 'combobox',
  restMs: 60,
  prepare({ controls }, { to, forbidden }) {
    const [control] = controls
    const wanted = to[0] ?? ''
    if (!control) return { ready: () => true, limitMs: 0 }
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
      // Some open at their own arrow alone; the keyboard opens those.
      if (!asked && performance.now() - startMs > keyboardMs && options(control).length === 0) {
        asked = true
        key(control, 'ArrowDown', 40)
      }
      return false
    }
    return { ready, limitMs: optionsLimitMs }
  },
  write({ controls }, { to, forbidden }) {
    const [control] = controls
    const option = control && optionFor(control, to[0] ?? '', forbidden)
    if (option) mouse(option, 'mousedown', 'mouseup', 'click')
    else if (control) key(control, 'Escape', 27)
    if (control) {
      announceChange(control)
      control.blur()
    }
  },
}

/** Takes the choice of a combobox away, where the page lets the keyboard do so. */
export function clearCombobox(control: Control): void {
  control.focus({ preventScroll: true })
  announceFocus(control)
  key(control, 'Backspace', 8)
  announceChange(control)
  control.blur()
}

/** The option that stands for no answer, where an open list has one. */
const noAnswer = (control: Control, forbidden: string): HTMLElement | null => {
  const hits = options(control).filter((option) => isNoAnswer(option) && !option.matches(forbidden))
  return hits.length === 1 ? (hits[0] ?? null) : null
}

/** Takes a choice away by the list's own empty option; a list that has none is closed again. */
export const emptyOption: Rung = {
  name: 'empty option',
  restMs: 60,
  prepare(found, wanted) {
    const [control] = found.controls
    const opened = combobox.prepare?.(found, wanted)
    const ready = (): boolean => !control || options(control).length > 0 || opened?.ready() !== false
    return { ready, limitMs: optionsLimitMs }
  },
  write({ controls }, { forbidden }) {
    const [control] = controls
    if (!control) return
    const option = noAnswer(control, forbidden)
    if (option) mouse(option, 'mousedown', 'mouseup', 'click')
    else key(control, 'Escape', 27)
    // A list that hears no keys is closed as it was opened.
    if (!option && control.getAttribute('aria-expanded') === 'true') mouse(control, 'mousedown', 'mouseup', 'click')
    announceChange(control)
    control.blur()
  },
}
