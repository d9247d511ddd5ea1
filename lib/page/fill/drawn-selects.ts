import { type Control, controlSelector, isInput, isSelect, isShown } from '../controls/controls.ts'
import { announceFocus } from '../controls/events.ts'
import { isWithin, lastElement, localName, nextElement, parentOf } from '../natives.ts'
import { fold, squash } from '../words.ts'
import { chooseAgain } from './chosen-options.ts'
import { markEarlier, suggestionFor } from './custom-lists.ts'
import { key, mouse } from './hand.ts'
import type { FillStrategy } from './strategy.ts'

const hiddenPx = 4
const aroundLevels = 2
const opensLimitMs = 600

const isOwn = (select: HTMLSelectElement): boolean =>
  isShown(select) && select.offsetWidth > hiddenPx && select.tabIndex >= 0

export function drawnBeside(select: HTMLSelectElement): HTMLElement | null {
  if (isOwn(select)) return null
  const around = parentOf(select)
  // A widget of several choices has its text input beside the select, and the chosen options with it.
  if ([nextElement(select), around && lastElement(around)].some((each) => each && isInput(each) && isShown(each)))
    return around as HTMLElement | null
  let at: HTMLElement = select
  for (let level = 0; level < aroundLevels; level++) {
    for (const beside of [at.nextElementSibling, at.previousElementSibling] as (HTMLElement | null)[])
      if (beside && !beside.matches(`label, ${controlSelector}`) && isShown(beside) && beside.offsetWidth > hiddenPx)
        return beside
    const outer = parentOf(at)
    if (!outer || localName(outer) === 'form') return null
    at = outer as HTMLElement
  }
  return null
}

export function drawnWords(select: HTMLSelectElement): string | null {
  const drawn = drawnBeside(select)
  if (!drawn) return null
  const walker = drawn.ownerDocument.createTreeWalker(drawn, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (walker.nextNode()) {
    const parent = parentOf(walker.currentNode)
    if (parent && !isWithin(parent, 'select') && isShown(parent)) words.push(walker.currentNode.textContent ?? '')
  }
  return squash(words.join(' '))
}

/**
 * Returns true if the widget of a hidden select shows the wanted options, or how many they are. A widget that shows
 * others, too, says nothing about the choice.
 */
export function drawnHolds(control: Control, to: string[]): boolean {
  const words = isSelect(control) ? drawnWords(control) : null
  if (words === null || !isSelect(control)) return true
  const wanted = to.map(fold)
  const rest = wanted.reduce((text, each) => text.replace(each, ' '), fold(words))
  const others = [...control.options]
    .map(({ text }) => fold(text))
    .filter((each) => each !== '' && !wanted.includes(each))
  if (others.some((each) => rest.includes(each))) return false
  return wanted.every((each) => fold(words).includes(each)) || (to.length > 1 && words.includes(String(to.length)))
}

const handleOf = (drawn: HTMLElement): HTMLElement =>
  drawn.querySelector<HTMLElement>('[role="combobox"], input') ?? drawn.querySelector<HTMLElement>('button') ?? drawn

/** Returns true if an option can be picked in the widget of a select. A list of several choices could not be emptied. */
export const canPick = (select: HTMLSelectElement): boolean => !select.multiple && drawnBeside(select) !== null

export const pickDrawn: FillStrategy = {
  name: 'widget',
  restMs: 60,
  prepare({ control }, { to, forbidden, before }) {
    const wanted = to[0] ?? ''
    // The widget has not seen what was set in the select itself.
    if (isSelect(control) && before && 'chosen' in before) chooseAgain(control, before)
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
