import type { Control } from '../controls/controls.ts'
import { announceChange, announceFocus } from '../controls/events.ts'
import { drawnAround, isNoAnswer, listsOf } from '../controls/lists.ts'
import { all } from '../natives.ts'
import { fold } from '../words.ts'
import type { TargetField } from './guard.ts'
import { key, mouse, setText } from './hand.ts'
import type { FillStrategy } from './strategy.ts'

const optionsLimitMs = 1500
const keyboardMs = 250

function options(control: Control): HTMLElement[] {
  const root = control.getRootNode() as Document | ShadowRoot
  const lists = listsOf(control)
  const within = lists.length > 0 ? lists : [root]
  return within
    .flatMap((list) => [...list.querySelectorAll<HTMLElement>('[role="option"]')])
    .filter((option) => option.checkVisibility())
}

const optionFor = (control: Control, words: string, forbidden: string): HTMLElement | null => {
  const hits = options(control).filter(
    (option) => fold(option.textContent ?? '') === fold(words) && !option.closest(forbidden),
  )
  return hits.length === 1 ? (hits[0] ?? null) : null
}

export const combobox: FillStrategy = {
  name: 'combobox',
  restMs: 60,
  prepare({ control }, { to, forbidden }) {
    const optionText = to[0] ?? ''
    control.focus({ preventScroll: true })
    if (control.getAttribute('aria-expanded') !== 'true') {
      // A person presses what is shown. Some lists ignore presses on their hidden input.
      const face = drawnAround(control) ?? control
      mouse(face, 'mousedown')
      announceFocus(control)
      mouse(face, 'mouseup', 'click')
    }
    const startMs = performance.now()
    let isKeyPressed = false
    const isReady = (): boolean => {
      if (optionFor(control, optionText, forbidden) !== null) return true
      // Some comboboxes open only by a click on their arrow icon, or by the arrow key.
      if (!isKeyPressed && performance.now() - startMs > keyboardMs && options(control).length === 0) {
        isKeyPressed = true
        key(control, 'ArrowDown', 40)
      }
      return false
    }
    return { ready: isReady, limitMs: optionsLimitMs }
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

const suggested =
  'li, tr, [role="option"], [role="menuitem"], [class*="suggest" i], [class*="option" i], [class*="item" i]'
const pressable = 'button, a[href]:not([href^="#"]), input, select, textarea, label'
const mostParts = 6
/** Longest wait for suggestions, in milliseconds. Pages wait up to half a second before they ask their server. */
const suggestedLimitMs = 1200

function elementsSaying(document: Document, words: string, forbidden: string): HTMLElement[] {
  const hits = all(document, suggested).filter(
    (each) =>
      each.childElementCount < mostParts &&
      fold(each.textContent ?? '') === words &&
      each.checkVisibility({ visibilityProperty: true }) &&
      !each.closest(forbidden) &&
      !each.closest(pressable),
  )
  return hits.filter((each) => !hits.some((otherHit) => otherHit !== each && each.contains(otherHit)))
}

const earlier = new WeakMap<Control, Set<HTMLElement>>()

export function markEarlier(control: Control, words: string, forbidden: string): void {
  earlier.set(control, new Set(elementsSaying(control.ownerDocument, fold(words), forbidden)))
}

export const suggestionFor = (control: Control, words: string, forbidden: string): HTMLElement | null => {
  const earlierElements = earlier.get(control)
  const hits = elementsSaying(control.ownerDocument, fold(words), forbidden).filter(
    (each) => !earlierElements?.has(each),
  )
  return hits.length === 1 ? (hits[0] ?? null) : null
}

export const maySuggest = ({ kind, control }: TargetField): boolean =>
  kind === 'text' &&
  control.matches('[autocomplete="off"], [aria-autocomplete], [aria-haspopup], [class*="autocomplete" i]')

export const suggestion: FillStrategy = {
  name: 'suggestion',
  restMs: 60,
  prepare({ control }, { to, forbidden }) {
    const words = to[0] ?? ''
    markEarlier(control, words, forbidden)
    control.focus({ preventScroll: true })
    announceFocus(control)
    key(control, words.slice(-1), words.slice(-1).toUpperCase().charCodeAt(0))
    setText(control, words)
    control.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: words }),
    )
    control.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, composed: true }))
    return { ready: () => suggestionFor(control, words, forbidden) !== null, limitMs: suggestedLimitMs }
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

export function clearCombobox(control: Control): void {
  control.focus({ preventScroll: true })
  announceFocus(control)
  key(control, 'Backspace', 8)
  announceChange(control)
  control.blur()
}

const noAnswer = (control: Control, forbidden: string): HTMLElement | null => {
  const hits = options(control).filter((option) => isNoAnswer(option) && !option.closest(forbidden))
  return hits.length === 1 ? (hits[0] ?? null) : null
}

export const emptyOption: FillStrategy = {
  name: 'empty option',
  restMs: 60,
  prepare(target, request) {
    const opening = combobox.prepare?.(target, request)
    const isReady = (): boolean => options(target.control).length > 0 || opening?.ready() !== false
    return { ready: isReady, limitMs: optionsLimitMs }
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
