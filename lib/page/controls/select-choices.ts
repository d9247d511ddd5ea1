import { attribute, firstChild, localName, nextSibling, nodeType } from '../natives.ts'
import { squash } from '../words.ts'
import { asksToChoose } from './lists.ts'

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
    else if (name !== 'hr') return [...select.options]
  }
  return options
}

export function selectChoices(select: HTMLSelectElement): Choice[] {
  const choices: Choice[] = []
  let isFirst = true
  for (const control of optionsOf(select)) {
    const caption = squash(control.text)
    const value = attribute(control, 'value') ?? caption
    if (caption !== '' && value.trim() !== '' && !(isFirst && asksToChoose.test(caption)))
      choices.push({ caption, control })
    isFirst = false
  }
  return choices
}
