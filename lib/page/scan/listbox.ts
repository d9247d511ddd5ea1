import { all, attribute } from '../natives.ts'
import { squash } from '../words.ts'
import { type Control, isSelect } from './controls.ts'

/** Returns true for a combobox whose list is drawn by the page's scripts. */
export const isCombobox = (control: Control): boolean =>
  control.getAttribute('role') === 'combobox' && !isSelect(control)

/** Returns true for a combobox without text input. Its text is the chosen option. */
export const isDrawnList = (control: Control): boolean => isCombobox(control) && !('value' in control)

/**
 * Matches text that only prompts, such as "Select…". Custom lists put a zero-width space into an empty box to keep its
 * height; it is removed first.
 */
const asksToChoose = /^[-–—.…\s]*(?:(?:please\s+)?(?:select|choose|pick)\b.*)?[-–—.…\s]*$/i
const noWidth = /\u200b|\ufeff/g
const words = (element: Element): string => squash((element.textContent ?? '').replace(noWidth, ''))

/** Returns '' if the text is only a prompt. */
function listShows(control: Control): string {
  const shown = words(control)
  return asksToChoose.test(shown) ? '' : shown
}

/** How many levels up the visible box may be from its input. */
const boxLevels = 5

/**
 * Returns the chosen text of a combobox: its own value, or the text of the box around it. '' means that nothing is
 * chosen.
 */
export function comboboxShows(control: Control): string {
  const typed = squash('value' in control ? control.value : listShows(control))
  if (typed !== '' || !('value' in control)) return typed
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

/** Returns true if the option stands for "no answer". */
export const isNoAnswer = (option: Element): boolean =>
  asksToChoose.test(words(option)) || ['data-value', 'value'].some((name) => option.getAttribute(name) === '')

/** Returns the lists that a combobox refers to. They may be hidden, and may not exist before it is opened. */
export function listsOf(control: Control): Element[] {
  const root = control.getRootNode() as Document | ShadowRoot
  const ids = (attribute(control, 'aria-controls') ?? attribute(control, 'aria-owns') ?? '').split(/\s+/)
  return ids.flatMap((id) => (id ? all(root, `#${CSS.escape(id)}`) : []))
}

/**
 * Reads options from a data attribute that some pages add for their own scripts. The items are strings or objects with
 * a label.
 */
function written(control: Control): string[] {
  const text = attribute(control, 'data-options') ?? attribute(control, 'data-items')
  if (!text?.startsWith('[')) return []
  try {
    const listed = JSON.parse(text) as unknown[]
    return listed.flatMap((each) => {
      const { label, text: caption, name } = (each ?? {}) as Record<string, unknown>
      return [each, label, caption, name].find((one) => typeof one === 'string') ?? []
    }) as string[]
  } catch {
    // The attribute is not valid JSON.
    return []
  }
}

/** Returns the listbox inside a combobox, or directly after it. */
const besides = (control: Control): Element[] => {
  const next = control.nextElementSibling
  return next?.getAttribute('role') === 'listbox' ? [next] : all(control, '[role="listbox"]')
}

/** Returns the options of a custom list that exist without opening it. */
function optionsOf(control: Control): Element[] {
  const named = listsOf(control)
  return (named.length > 0 ? named : besides(control)).flatMap((list) => all(list, '[role="option"]'))
}

/** Returns true if the list has exactly one enabled option for "no answer", with which a choice can be cleared. */
export const offersNone = (control: Control): boolean =>
  optionsOf(control).filter((option) => isNoAnswer(option) && attribute(option, 'aria-disabled') !== 'true').length ===
  1

/** Returns the options of a custom list in the page's order, as far as they are known without opening it. */
export function offersOf(control: Control): string[] {
  const options = optionsOf(control)
  const offered =
    options.length > 0 ? options.filter((option) => !isNoAnswer(option)).map(words) : written(control).map(squash)
  return [...new Set(offered.filter((caption) => caption !== '' && !asksToChoose.test(caption)))]
}
