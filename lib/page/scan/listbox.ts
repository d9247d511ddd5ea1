import { all, attribute } from '../natives.ts'
import { squash } from '../words.ts'
import { type Control, isSelect } from './controls.ts'

/** A box that offers a list drawn by the page's own scripts. */
export const isCombobox = (control: Control): boolean =>
  control.getAttribute('role') === 'combobox' && !isSelect(control)

/** One that cannot be typed into: what it shows is what is chosen. */
export const isDrawnList = (control: Control): boolean => isCombobox(control) && !('value' in control)

/** Words that only say that one must be chosen; drawn boxes keep their height with a space of no width. */
const asksToChoose = /^[-–—.…\s]*(?:(?:please\s+)?(?:select|choose|pick)\b.*)?[-–—.…\s]*$/i
const noWidth = /\u200b|\ufeff/g
const words = (element: Element): string => squash((element.textContent ?? '').replace(noWidth, ''))

/** '' where it only asks to choose. */
function listShows(control: Control): string {
  const shown = words(control)
  return asksToChoose.test(shown) ? '' : shown
}

/** How far up a drawn box may stand around the control that holds its keyboard. */
const boxLevels = 5

/** What a combobox shows as chosen: its own text, or that of the box drawn around it; '' for none. */
export function comboboxShows(control: Control): string {
  const own = squash('value' in control ? control.value : listShows(control))
  if (own !== '' || !('value' in control)) return own
  let box: Element = control
  for (let level = 0; level < boxLevels; level++) {
    const around = box.parentElement
    if (!around || around.querySelectorAll('input:not([type="hidden"]), select, textarea').length > 1) break
    box = around
    const shown = box.querySelector('[class*="single-value" i], [class*="singleValue" i]')
    if (shown) return squash(shown.textContent ?? '')
  }
  return ''
}

/** Whether an option stands for no answer. */
export const isNoAnswer = (option: Element): boolean =>
  asksToChoose.test(words(option)) || ['data-value', 'value'].some((name) => option.getAttribute(name) === '')

/** The lists a box names as its own; they may be hidden, or not be there before it is opened. */
export function listsOf(control: Control): Element[] {
  const root = control.getRootNode() as Document | ShadowRoot
  const ids = (attribute(control, 'aria-controls') ?? attribute(control, 'aria-owns') ?? '').split(/\s+/)
  return ids.flatMap((id) => (id ? all(root, `#${CSS.escape(id)}`) : []))
}

/** Options some pages write beside the box as data, for their own scripts: texts, or things with one. */
function written(control: Control): string[] {
  const text = attribute(control, 'data-options') ?? attribute(control, 'data-items')
  if (!text?.startsWith('[')) return []
  try {
    const listed = JSON.parse(text) as unknown[]
    return listed.flatMap((each) => {
      const { label, text: said, name } = (each ?? {}) as Record<string, unknown>
      return [each, label, said, name].find((one) => typeof one === 'string') ?? []
    }) as string[]
  } catch {
    // Not what it looked like.
    return []
  }
}

/** The list that is drawn with a box and no other: inside it, or right after it. */
const besides = (control: Control): Element[] => {
  const next = control.nextElementSibling
  return next?.getAttribute('role') === 'listbox' ? [next] : all(control, '[role="listbox"]')
}

/** The options of a drawn list that are there without opening it. */
function optionsOf(control: Control): Element[] {
  const named = listsOf(control)
  return (named.length > 0 ? named : besides(control)).flatMap((list) => all(list, '[role="option"]'))
}

/** Whether a drawn list is known to have the one option with which a person would take a choice away again. */
export const offersNone = (control: Control): boolean =>
  optionsOf(control).filter((option) => isNoAnswer(option) && attribute(option, 'aria-disabled') !== 'true').length ===
  1

/** What a drawn list offers, as far as it is known without opening it, in the page's words and order. */
export function offersOf(control: Control): string[] {
  const options = optionsOf(control)
  const offered =
    options.length > 0 ? options.filter((option) => !isNoAnswer(option)).map(words) : written(control).map(squash)
  return [...new Set(offered.filter((caption) => caption !== '' && !asksToChoose.test(caption)))]
}
