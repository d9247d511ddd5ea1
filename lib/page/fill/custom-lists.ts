import { type Control, hasText, isCombobox } from '../controls/controls.ts'
import { announceChange, announceFocus, announceText } from '../controls/events.ts'
import {
  areExactly,
  comboboxShows,
  drawnAround,
  isNoAnswer,
  isOneOfSeveral,
  listsOf,
  optionsIn,
  takesSeveral,
} from '../controls/lists.ts'
import { askModel } from '../models/model.ts'
import { all } from '../natives.ts'
import { fold } from '../words.ts'
import type { TargetField } from './guard.ts'
import { key, mouse, setText } from './hand.ts'
import type { FillStrategy } from './strategy.ts'

const optionsLimitMs = 1500
const keyboardMs = 250

const seen = (options: HTMLElement[]): HTMLElement[] => options.filter((option) => option.checkVisibility())

const optionsBeside = (control: Control): HTMLElement[] =>
  seen(all(control.getRootNode() as Document | ShadowRoot, '[role="option"]'))

/** The options of other lists: they could be seen before this list was opened. */
const foreign = new WeakMap<Control, Set<HTMLElement>>()

/** Returns the options of a list that can be seen. A list that the control does not name is the one that it has opened. */
function options(control: Control): HTMLElement[] {
  const lists = listsOf(control)
  if (lists.length > 0) return seen(lists.flatMap(optionsIn))
  const others = foreign.get(control)
  return others ? optionsBeside(control).filter((option) => !others.has(option)) : []
}

/** Options of some libraries are only read aloud: they have no width, and a press on them does nothing. */
const isDrawnOption = (control: Control, { offsetWidth }: HTMLElement): boolean =>
  offsetWidth > 0 || control.getBoundingClientRect().width === 0

const optionFor = (control: Control, words: string, forbidden: string): HTMLElement | null => {
  const hits = options(control).filter(
    (option) =>
      fold(option.textContent ?? '') === fold(words) && isDrawnOption(control, option) && !option.closest(forbidden),
  )
  if (hits.length > 1) return null
  return hits[0] ?? (earlier.has(control) ? suggestionFor(control, words, forbidden) : null)
}

const noAnswer = (control: Control, forbidden: string): HTMLElement | null => {
  const hits = options(control).filter((option) => isNoAnswer(option) && !option.closest(forbidden))
  return hits.length === 1 ? (hits[0] ?? null) : null
}

/** Returns true if several options can be chosen: the page's list says so, or the value of its component is a list. */
export const isOfSeveral = ({ control }: Pick<TargetField, 'control'>): boolean =>
  isCombobox(control) &&
  (takesSeveral(control) ||
    options(control).some(isOneOfSeveral) ||
    askModel(control, { verb: 'read' })?.several === true)

/** Returns the next option of a list of several that must be pressed; null if exactly the wanted ones are chosen. */
function nextOf(control: Control, to: string[]): { words: string; isExtra: boolean } | null {
  const chosen = comboboxShows(control, options(control))
  if (areExactly(chosen, to)) return null
  const lacks = (list: string[], words: string): boolean => !list.some((each) => fold(each) === fold(words))
  const extra = chosen.find((each) => lacks(to, each))
  if (extra !== undefined) return { words: extra, isExtra: true }
  const missing = to.find((each) => lacks(chosen, each))
  return missing === undefined ? null : { words: missing, isExtra: false }
}

/** Some lists say only by their options that they are open. */
const isOpen = (control: Control): boolean =>
  control.getAttribute('aria-expanded') === 'true' ||
  listsOf(control).some((list) => optionsIn(list).some((option) => option.checkVisibility()))

/** Some inputs mark the last choice when the key is pressed first, and remove it when it is pressed again. */
const mostTimes = 2

/**
 * Chooses options of a drawn list as a person would: one press in each round, so that the page can draw the list again
 * before the next one. The last round only leaves the list.
 */
export const combobox: FillStrategy = {
  name: 'combobox',
  restMs: 60,
  prepare(target, { to, forbidden, rounds }) {
    const { control } = target
    const shown = comboboxShows(control)
    if (rounds.last && areExactly(shown, to)) return { ready: () => true, limitMs: 0 }
    control.focus({ preventScroll: true })
    if (!isOpen(control)) {
      markEarlier(control, [...to, ...shown], forbidden)
      foreign.set(control, new Set(optionsBeside(control)))
      // A person presses what is shown. Some lists ignore presses on their hidden input.
      const face = drawnAround(control) ?? control
      mouse(face, 'mousedown')
      announceFocus(control)
      mouse(face, 'mouseup', 'click')
    }
    const startMs = performance.now()
    let isKeyPressed = false
    const isReady = (): boolean => {
      const isOfMany = isOfSeveral(target)
      const next = isOfMany ? nextOf(control, to) : null
      if (isOfMany && !next) return true
      const words = next?.words ?? to[0]
      if (words === undefined ? options(control).length > 0 : optionFor(control, words, forbidden)) return true
      // Some comboboxes open only by a click on their arrow icon, or by the arrow key.
      if (!isKeyPressed && performance.now() - startMs > keyboardMs && options(control).length === 0) {
        isKeyPressed = true
        key(control, 'ArrowDown', 40)
      }
      // Some lists no longer offer what is chosen.
      return next?.isExtra === true && performance.now() - startMs > 2 * keyboardMs
    }
    return { ready: isReady, limitMs: optionsLimitMs }
  },
  write(target, { to, forbidden, rounds }) {
    const { control } = target
    const { last } = rounds
    const isOfMany = isOfSeveral(target)
    const next = isOfMany ? nextOf(control, to) : null
    const step = JSON.stringify([next, comboboxShows(control, options(control))])
    const times = last?.step === step ? last.times + 1 : 1
    // The list has not made a choice of a new text.
    const isRejected = last?.isTyped === true && hasText(control) && control.value !== ''
    const mayPress = isOfMany
      ? next !== null && !isRejected && times <= (next.isExtra ? mostTimes : 1)
      : !last && to.length < 2
    if (mayPress) {
      const words = next?.words ?? to[0]
      const option = words === undefined ? noAnswer(control, forbidden) : optionFor(control, words, forbidden)
      if (option) mouse(option, ...pressed)
      const isTyped = !option && next !== null && replaceByKeys(control, next)
      rounds.last = { step, times, isTyped }
      if (option || next) return 'again'
    }
    if (isRejected) setText(control, '')
    if (isRejected) announceText(control, '', false)
    leave(control)
    // A list that ignores the Escape key is closed by the same press that has opened it.
    if (to.length === 0 && control.getAttribute('aria-expanded') === 'true') mouse(control, ...pressed)
    return isOfMany ? next === null : last !== undefined
  },
}

const pressed = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']

function leave(control: Control): void {
  // A list in a layer over the page takes the keys as long as it is open.
  const layer = '[role="presentation"], [aria-modal="true"]'
  const inLayer = options(control).find((option) => option.closest(layer)?.contains(control) === false)
  if (isOpen(control)) key(inLayer ?? control, 'Escape', 27)
  announceChange(control)
  control.blur()
}

/** Removes the last choice by a key, or types a new one. Returns true if it has typed. */
function replaceByKeys(control: Control, { words, isExtra }: { words: string; isExtra: boolean }): boolean {
  if (isExtra) key(control, 'Backspace', 8)
  if (isExtra || !hasText(control) || control.readOnly) return false
  setText(control, words)
  announceText(control, words, false)
  return true
}

const suggested =
  'li, tr, [role="option"], [role="menuitem"], [class*="suggest" i], [class*="option" i], [class*="item" i]'
const pressable = 'button, a[href]:not([href^="#"]), input, select, textarea, label'
const mostParts = 6
/** Longest wait for suggestions, in milliseconds. Pages wait up to half a second before they ask their server. */
const suggestedLimitMs = 1200

function elementsSaying(control: Control, words: string, forbidden: string): HTMLElement[] {
  const hits = all(control.ownerDocument, suggested).filter(
    (each) =>
      each.childElementCount < mostParts &&
      fold(each.textContent ?? '') === words &&
      each.checkVisibility({ visibilityProperty: true }) &&
      isDrawnOption(control, each) &&
      !each.closest(forbidden) &&
      !each.closest(pressable),
  )
  return hits.filter((each) => !hits.some((otherHit) => otherHit !== each && each.contains(otherHit)))
}

/** What said the wanted words before the list was opened. */
const earlier = new WeakMap<Control, Set<HTMLElement>>()

export function markEarlier(control: Control, texts: string[], forbidden: string): void {
  earlier.set(control, new Set(texts.flatMap((words) => elementsSaying(control, fold(words), forbidden))))
}

const listLevels = 4
/** The lists whose options stood outside of any list of the control's own, once they were found. */
const learnt = new WeakMap<Element, Control>()

/** Returns the list around an option: the nearest element with another element of the same class. */
function listAround(option: HTMLElement): Element | null {
  const [name] = option.classList
  let around = option.parentElement
  for (let level = 0; around && level < listLevels; around = around.parentElement, level++)
    if (name && around.getElementsByClassName(name).length > 1) return around
  return null
}

export const suggestionFor = (control: Control, words: string, forbidden: string): HTMLElement | null => {
  const earlierElements = earlier.get(control)
  const isOf = (each: HTMLElement): boolean => {
    const list = listAround(each)
    return !earlierElements?.has(each) || (list !== null && learnt.get(list) === control)
  }
  const hits = elementsSaying(control, fold(words), forbidden).filter(isOf)
  const list = hits.length === 1 && hits[0] ? listAround(hits[0]) : null
  if (list) learnt.set(list, control)
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
    markEarlier(control, [words], forbidden)
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
