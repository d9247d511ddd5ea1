import { attribute, firstChild, localName, nextSibling, nodeType } from '../natives.ts'
import { squash } from '../words.ts'
import { asksToChoose } from './lists.ts'

/** One option of a question: a radio button, a check box, or an option of a select. */
export interface Choice {
  caption: string
  control: HTMLElement
}

/** Returns the options of a select from its child nodes, because reading `select.options` item by item is slow. */
function optionsOf(select: HTMLSelectElement): HTMLOptionElement[] {
  const options: HTMLOptionElement[] = []
  for (let child = firstChild(select); child; child = nextSibling(child)) {
    if (nodeType(child) !== 1) continue
    const name = localName(child as Element)
    if (name === 'option') options.push(child as HTMLOptionElement)
    // The select has option groups or other elements; use the browser's list.
    else if (name !== 'hr') return [...select.options]
  }
  return options
}

/** Returns the options of a select, without options that mean "no answer", such as an empty one or "Select…". */
export function selectChoices(select: HTMLSelectElement): Choice[] {
  const choices: Choice[] = []
  let isFirst = true
  for (const control of optionsOf(select)) {
    const caption = squash(control.text)
    // Without a `value` attribute, the text is the value.
    const value = attribute(control, 'value') ?? caption
    if (caption !== '' && value.trim() !== '' && !(isFirst && asksToChoose.test(caption)))
      choices.push({ caption, control })
    isFirst = false
  }
  return choices
}
