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
    for (const neighbor of [at.nextElementSibling, at.previousElementSibling] as (HTMLElement | null)[])
      if (
        neighbor &&
        !neighbor.matches(`label, ${controlSelector}`) &&
        isShown(neighbor) &&
        neighbor.offsetWidth > hiddenPx
      )
        return neighbor
    const outer = parentOf(at)
    if (!outer || localName(outer) === 'form') return null
    at = outer as HTMLElement
  }
  return null
}

export function drawnWords(select: HTMLSelectElement): string | null {
  const widget = drawnBeside(select)
  if (!widget) return null
  const walker = widget.ownerDocument.createTreeWalker(widget, NodeFilter.SHOW_TEXT)
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
  const optionWords = to.map(fold)
  const rest = optionWords.reduce((text, each) => text.replace(each, ' '), fold(words))
  const others = [...control.options]
    .map(({ text }) => fold(text))
    .filter((each) => each !== '' && !optionWords.includes(each))
  if (others.some((each) => rest.includes(each))) return false
  return optionWords.every((each) => fold(words).includes(each)) || (to.length > 1 && words.includes(String(to.length)))
}

const handleOf = (widget: HTMLElement): HTMLElement =>
  widget.querySelector<HTMLElement>('[role="combobox"], input') ?? widget.querySelector<HTMLElement>('button') ?? widget

/** Returns true if an option can be picked in the widget of a select. A list of several choices could not be emptied. */
export const canPick = (select: HTMLSelectElement): boolean => !select.multiple && drawnBeside(select) !== null

export const pickDrawn: FillStrategy = {
  name: 'widget',
  restMs: 60,
  prepare({ control }, { to, forbidden, before: oldState }) {
    const optionText = to[0] ?? ''
    // The widget has not seen what was set in the select itself.
    if (isSelect(control) && oldState && 'chosen' in oldState) chooseAgain(control, oldState)
    const widget = isSelect(control) ? drawnBeside(control) : null
    markEarlier(control, [optionText], forbidden)
    if (widget) {
      const handle = handleOf(widget)
      handle.focus({ preventScroll: true })
      announceFocus(handle)
      mouse(handle, 'mousedown', 'mouseup', 'click')
    }
    return { ready: () => suggestionFor(control, optionText, forbidden) !== null, limitMs: opensLimitMs }
  },
  write({ control }, { to, forbidden }) {
    const widget = isSelect(control) ? drawnBeside(control) : null
    const option = suggestionFor(control, to[0] ?? '', forbidden)
    if (option) mouse(option, 'mouseover', 'mousedown', 'mouseup', 'click')
    else if (widget) key(handleOf(widget), 'Escape', 27)
    return option !== null
  },
}
