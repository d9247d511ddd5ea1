import { type Control, controlSelector, isSelect, isShown } from '../controls/controls.ts'
import { announceFocus } from '../controls/events.ts'
import { fold, squash } from '../words.ts'
import { chooseAgain } from './chosen-options.ts'
import { markEarlier, suggestionFor } from './custom-lists.ts'
import { key, mouse } from './hand.ts'
import type { FillStrategy } from './strategy.ts'

/** A select of at most this width counts as hidden (see `isSelectOnly`). */
const hiddenPx = 4
/** How many ancestors of a select are searched for the widget that stands for it. */
const aroundLevels = 2
const opensLimitMs = 600

/** Returns true for a select that the user sees and reaches with the keyboard. */
const isOwn = (select: HTMLSelectElement): boolean =>
  isShown(select) && select.offsetWidth > hiddenPx && select.tabIndex >= 0

/**
 * Returns the widget that stands for a hidden select: the visible element beside it, or the element around it if it has
 * no other control. Returns null for a select that the user sees.
 */
export function drawnBeside(select: HTMLSelectElement): HTMLElement | null {
  if (isOwn(select)) return null
  let at: HTMLElement = select
  for (let level = 0; level < aroundLevels; level++) {
    for (const beside of [at.nextElementSibling, at.previousElementSibling] as (HTMLElement | null)[])
      if (beside && !beside.matches(`label, ${controlSelector}`) && isShown(beside) && beside.offsetWidth > hiddenPx)
        return beside
    if (!at.parentElement || at.parentElement.localName === 'form') return null
    at = at.parentElement
  }
  return null
}

/** Returns the words that the widget shows. */
export function drawnWords(select: HTMLSelectElement): string | null {
  const drawn = drawnBeside(select)
  if (!drawn) return null
  const walker = drawn.ownerDocument.createTreeWalker(drawn, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent && !parent.closest('select') && isShown(parent)) words.push(walker.currentNode.textContent ?? '')
  }
  return squash(words.join(' '))
}

/** Returns true if the widget of a hidden select shows the wanted options, or how many they are. */
export function drawnHolds(control: Control, to: string[]): boolean {
  const words = isSelect(control) ? drawnWords(control) : null
  if (words === null) return true
  const shown = fold(words)
  return to.every((caption) => shown.includes(fold(caption))) || (to.length > 1 && shown.includes(String(to.length)))
}

/** The part of a widget that a user presses to open its list. */
const handleOf = (drawn: HTMLElement): HTMLElement =>
  drawn.querySelector<HTMLElement>('[role="combobox"], input, button') ?? drawn

/** Opens the widget of a hidden select and presses the wanted option, like a user. */
export const pickDrawn: FillStrategy = {
  name: 'widget',
  restMs: 60,
  each: true,
  prepare({ control }, { to, forbidden, before }) {
    const wanted = to[0] ?? ''
    // The widget has not seen what was set in the select itself.
    if (isSelect(control) && before && 'chosen' in before && !control.multiple) chooseAgain(control, before)
    const drawn = isSelect(control) ? drawnBeside(control) : null
    markEarlier(control, wanted, forbidden)
    if (drawn) {
      const handle = handleOf(drawn)
      handle.focus({ preventScroll: true })
      announceFocus(handle)
      mouse(handle, 'mousedown', 'mouseup', 'click')
    }
    return { ready: () => suggestionFor(control, wanted, forbidden) !== null, limitMs: opensLimitMs }
  },
  write({ control }, { to, forbidden }) {
    const drawn = isSelect(control) ? drawnBeside(control) : null
    const option = suggestionFor(control, to[0] ?? '', forbidden)
    if (option) mouse(option, 'mouseover', 'mousedown', 'mouseup', 'click')
    else if (drawn) key(handleOf(drawn), 'Escape', 27)
    return option !== null
  },
}

/** Removes the chosen options of a widget with the Backspace key. */
export function emptyDrawn(select: HTMLSelectElement): void {
  const drawn = drawnBeside(select)
  // The text input of a widget with several choices may stand beside the element that shows them.
  const input = drawn?.querySelector('input') ?? drawn?.parentElement?.querySelector<HTMLInputElement>('input')
  if (!input) return
  input.focus({ preventScroll: true })
  announceFocus(input)
  for (let left = select.selectedOptions.length; left > 0; left--) key(input, 'Backspace', 8)
  input.blur()
}
