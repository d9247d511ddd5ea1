import { all, attribute, holds, localName, parentOf } from '../natives.ts'
import { fold } from '../words.ts'
import { areDrawnRadios, controlSelector, isChecked, isCombobox, isInput, isShown } from './controls.ts'
import type { ScannedField } from './fields.ts'

/**
 * A hidden input that submits the answer of a visible one: the number of the chosen provider beside the provider's
 * name.
 */
export interface Half {
  input: HTMLInputElement
  before: string
}

const anyControl = `${controlSelector}, [role="radio"], [role="checkbox"], [role="switch"], [role="combobox"]`
const aroundLevels = 3

const stemOf = (name: string): string => (/^[a-z]+|^[A-Z][a-z]*/.exec(name)?.[0] ?? '').toLowerCase()

/**
 * Returns the hidden inputs that submit the answer of a text control. A hidden input counts if it stands beside the
 * control, without another control around it, and if the control submits nothing itself or has a name of the same stem.
 * A hidden input that has a value while the control is empty holds something else, such as the id of the question.
 */
export function halvesOf({ kind, controls, choices }: Pick<ScannedField, 'kind' | 'controls' | 'choices'>): Half[] {
  const [control, ...others] = controls
  const areRadios = areDrawnRadios(controls)
  if (!control || kind === 'rich_text' || (!areRadios && others.length + choices.length > 0)) return []
  if (!isInput(control) && !isCombobox(control) && !areRadios) return []
  const name = attribute(control, 'name') ?? ''
  const isEmpty = areRadios ? !controls.some(isChecked) : isInput(control) && control.value === ''
  let around: Element = control
  for (let parent = parentOf(around); parent && others.some((each) => !holds(around, each)); parent = parentOf(around))
    around = parent
  for (let level = 0; level < aroundLevels; level++) {
    const parent = parentOf(around)
    if (!parent || localName(parent) === 'form' || localName(parent) === 'body') break
    const isShared = all(parent, anyControl).some(
      (each) => !controls.includes(each) && each.getAttribute('type') !== 'hidden' && isShown(each),
    )
    if (isShared) break
    around = parent
  }
  if (around === control) return []
  return all<HTMLInputElement>(around, 'input[type="hidden"]')
    .filter(
      (input) => input.name !== '' && (name === '' || (stemOf(name) !== '' && stemOf(name) === stemOf(input.name))),
    )
    .filter((input) => !(isEmpty && input.value !== ''))
    .map((input) => ({ input, before: input.value }))
}

export const isUnchanged = ({ input, before: oldValue }: Half): boolean =>
  !input.isConnected || input.value === oldValue

export function restoreHalves(halves: Half[]): void {
  for (const half of halves) if (!isUnchanged(half)) half.input.value = half.before
}

export const numbersOf = (text: string): string =>
  (text.match(/\d+/g) ?? [])
    .map(Number)
    .sort((one, otherNumber) => one - otherNumber)
    .join(' ')

/**
 * Returns true if the hidden inputs hold the written value. After an option was chosen, any new value is its number.
 * After a text was typed, the hidden input must have the same text or the same date; other values may be a mark for "not
 * found".
 */
export const halvesHold = (halves: Half[], to: string[], isChosen: boolean): boolean =>
  halves.every((half) => {
    const { input } = half
    if (!input.isConnected) return true
    const [newText = ''] = to
    const isSameText = fold(input.value) === fold(newText)
    const isSameNumbers = /\d/.test(newText) && numbersOf(input.value) === numbersOf(newText)
    return isSameText || isSameNumbers || (isChosen && input.value !== '' && !isUnchanged(half))
  })
