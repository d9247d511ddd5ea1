import { type Control, isSelect, isShown } from '../controls/controls.ts'
import { announceFocus } from '../controls/events.ts'
import { drawnFor } from '../controls/lists.ts'
import { fold, squash } from '../words.ts'
import { chooseAgain } from './chosen-options.ts'
import { markEarlier, suggestionFor } from './custom-lists.ts'
import { key, mouse } from './hand.ts'
import type { FillStrategy } from './strategy.ts'

const opensLimitMs = 600

/** Returns the words that the widget shows. */
export function drawnWords(select: HTMLSelectElement): string | null {
  const drawn = drawnFor(select)
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
    const drawn = isSelect(control) ? drawnFor(control) : null
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
    const drawn = isSelect(control) ? drawnFor(control) : null
    const option = suggestionFor(control, to[0] ?? '', forbidden)
    if (option) mouse(option, 'mouseover', 'mousedown', 'mouseup', 'click')
    else if (drawn) key(handleOf(drawn), 'Escape', 27)
    return option !== null
  },
}

/** Removes the chosen options of a widget with the Backspace key. */
export function emptyDrawn(select: HTMLSelectElement): void {
  const drawn = drawnFor(select)
  // The text input of a widget with several choices may stand beside the element that shows them.
  const input = drawn?.querySelector('input') ?? drawn?.parentElement?.querySelector<HTMLInputElement>('input')
  if (!input) return
  input.focus({ preventScroll: true })
  announceFocus(input)
  for (let left = select.selectedOptions.length; left > 0; left--) key(input, 'Backspace', 8)
  input.blur()
}
