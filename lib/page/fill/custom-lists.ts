import type { Control } from '../controls/controls.ts'
import { announceChange, announceFocus } from '../controls/events.ts'
import { isNoAnswer, listsOf } from '../controls/lists.ts'
import { all } from '../natives.ts'
import { fold } from '../words.ts'
import type { TargetField } from './guard.ts'
import { key, mouse, setText } from './hand.ts'
import type { FillStrategy } from './strategy.ts'

/** Longest wait for the options of a list, in milliseconds. A page may load the options from a server. */
const optionsLimitMs = 1500
/** If a click has not opened the list within this time, the arrow key is tried. */
const keyboardMs = 250

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
    // In a list of several choices, a second press would remove the choice.
    const isChosen = option?.getAttribute('aria-selected') === 'true' && option.closest('[aria-multiselectable="true"]')
    if (option && !isChosen) mouse(option, 'mousedown', 'mouseup', 'click')
    else key(control, 'Escape', 27)
    announceChange(control)
    control.blur()
    return option !== null
  },
}

/** The elements that lists of suggestions consist of. Many have no role. */
const suggested =
  'li, tr, [role="option"], [role="menuitem"], [class*="suggest" i], [class*="option" i], [class*="item" i]'
/** Controls of the page that are never a suggestion. */
const pressable = 'button, a[href]:not([href^="#"]), input, select, textarea, label'
/** A suggestion has few elements: its words, a mark, an icon. */
const mostParts = 6
/** Longest wait for suggestions, in milliseconds. Pages wait up to half a second before they ask their server. */
const suggestedLimitMs = 1200

/** Returns the visible elements with exactly these words, without those around another one of them. */
function elementsSaying(document: Document, words: string, forbidden: string): HTMLElement[] {
  const hits = all(document, suggested).filter(
    (each) =>
      each.childElementCount < mostParts &&
      fold(each.textContent ?? '') === words &&
      each.checkVisibility({ visibilityProperty: true }) &&
      !each.closest(forbidden) &&
      !each.closest(pressable),
  )
  return hits.filter((each) => !hits.some((other) => other !== each && each.contains(other)))
}

/** The elements that had the wanted words before the text was typed. They are no suggestions. */
const earlier = new WeakMap<Control, Set<HTMLElement>>()

/** Remembers the elements that have these words now. A suggestion is none of them. */
export function markEarlier(control: Control, wanted: string, forbidden: string): void {
  earlier.set(control, new Set(elementsSaying(control.ownerDocument, fold(wanted), forbidden)))
}

/** Returns the only element that has appeared with these words since `markEarlier`. */
export const suggestionFor = (control: Control, wanted: string, forbidden: string): HTMLElement | null => {
  const before = earlier.get(control)
  const hits = elementsSaying(control.ownerDocument, fold(wanted), forbidden).filter((each) => !before?.has(each))
  return hits.length === 1 ? (hits[0] ?? null) : null
}

/** Returns true for a text input whose page may suggest values. The browser's own suggestions are off in such an input. */
export const maySuggest = ({ kind, control }: TargetField): boolean =>
  kind === 'text' &&
  control.matches('[autocomplete="off"], [aria-autocomplete], [aria-haspopup], [class*="autocomplete" i]')

/** Types the words, waits until the page suggests exactly these words, and presses the suggestion. */
export const suggestion: FillStrategy = {
  name: 'suggestion',
  restMs: 60,
  prepare({ control }, { to, forbidden }) {
    const wanted = to[0] ?? ''
    markEarlier(control, wanted, forbidden)
    control.focus({ preventScroll: true })
    announceFocus(control)
    key(control, wanted.slice(-1), wanted.slice(-1).toUpperCase().charCodeAt(0))
    setText(control, wanted)
    control.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: wanted }),
    )
    control.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, composed: true }))
    return { ready: () => suggestionFor(control, wanted, forbidden) !== null, limitMs: suggestedLimitMs }
  },
  write({ control }, { to, forbidden }) {
    const hit = suggestionFor(control, to[0] ?? '', forbidden)
    if (hit) mouse(hit, 'mouseover', 'mousedown', 'mouseup', 'click')
    else key(control, 'Escape', 27)
    announceChange(control)
    control.blur()
    return hit !== null
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
