import { lines, squash } from '../words.ts'
import { type Control, isInput, isSelect, isTextarea, isTicked } from './controls.ts'
import { comboboxShows, isCombobox } from './listbox.ts'
import type { ScannedField } from './scanned-field.ts'

const blocks = /^(?:P|DIV|LI|UL|OL|TR|TABLE|BLOCKQUOTE|PRE|H[1-6]|SECTION)$/

/**
 * Returns the text of a rich text element, one line for each block. Unlike `innerText`, this works for hidden elements.
 */
function richText(element: Node): string {
  let text = ''
  for (const child of element.childNodes) {
    if (child.nodeType === 3) text += (child.textContent ?? '').replace(/\s+/g, ' ')
    else if (child.nodeName === 'BR') text += '\n'
    else {
      const block = blocks.test(child.nodeName)
      if (block && text !== '' && !text.endsWith('\n')) text += '\n'
      text += richText(child)
      if (block && !text.endsWith('\n')) text += '\n'
    }
  }
  return text
}

/** Returns the text of a control as the user sees it. */
const textOf = (control: Control): string =>
  isInput(control) || isTextarea(control) || isSelect(control) ? control.value : lines(richText(control))

const chosen = (found: ScannedField): string[] =>
  found.choices
    .filter(({ control }) =>
      control.tagName === 'OPTION' ? (control as HTMLOptionElement).selected : (control as HTMLInputElement).checked,
    )
    .map(({ caption }) => caption)

/**
 * Returns the current value of a field: the chosen options, the cells of a table in row-major order, or one text. An
 * empty field is `[]`.
 */
export function currentValue(found: ScannedField): string[] {
  if (found.kind === 'table') return found.controls.map(textOf)
  if (found.choices.length > 0) return chosen(found)
  const control = found.controls[0]
  if (!control) return []
  if (isTicked(control)) return [control.checked ? 'Yes' : 'No']
  const text = isCombobox(control) ? comboboxShows(control) : textOf(control)
  return text === '' ? [] : [text]
}

const comparable = (text: string): string => lines(text).split('\n').map(squash).join('\n')

/** Compares two values, ignoring extra spaces and empty lines. */
export const sameValue = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((text, at) => comparable(text) === comparable(other[at] ?? ''))
