import { squash } from '../words.ts'
import { type Control, hasText, isSelect } from './controls.ts'
import { type Choice, selectChoices } from './select-choices.ts'

interface Boxes {
  controls: Control[]
  format?: string
}

const separators = /[/-]/

function numberOf(select: HTMLSelectElement, { caption, control }: Choice): string {
  const choices = selectChoices(select)
  if (/^\d+$/.test(caption)) return String(Number(caption))
  if (choices.length === 12) return String(choices.findIndex((each) => each.control === control) + 1)
  return /^\d+$/.test((control as HTMLOptionElement).value) ? String(Number((control as HTMLOptionElement).value)) : ''
}

function textOf(control: Control): string {
  if (!isSelect(control)) return hasText(control) ? squash(control.value) : ''
  const choice = selectChoices(control).find((each) => (each.control as HTMLOptionElement).selected)
  return choice ? numberOf(control, choice) : ''
}

export function partsValue({ controls, format = '' }: Boxes): string[] {
  const texts = controls.map(textOf)
  return texts.every((text) => text === '') ? [] : [texts.join(format.includes('-') ? '-' : '/')]
}

export function divide(
  { controls }: Boxes,
  value: string,
  write: (control: Control, text: string, option: HTMLOptionElement | null) => void,
): void {
  const texts = value === '' ? controls.map(() => '') : value.split(separators)
  for (const [at, control] of controls.entries()) {
    const text = texts[at] ?? ''
    if (!isSelect(control)) write(control, text, null)
    else {
      const option = selectChoices(control).find((each) => numberOf(control, each) === String(Number(text)))
      if (option) write(control, text, option.control as HTMLOptionElement)
    }
  }
}
