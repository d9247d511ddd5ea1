import type { Field, Flag, Result } from '../../../lib/contracts/index.ts'
import { readFigures } from '../reading/figures.ts'
import { medicine } from '../reading/medicines.ts'

const delicate =
  /\b(?:medic\w*|drugs?|doses?|dosage|dosing|prescri\w*|allerg\w*|intoleran\w*|adverse|risks?|suicid\w*|self.?harm|homicid\w*|violence|safety|sertralin\w*|insulin)\b/i

/** True for a field about doses, allergies or risk. Such a field is written twice if there is a second model. */
export const isDelicate = ({ name, instructions = '' }: Pick<Field, 'name' | 'instructions'>): boolean =>
  delicate.test(name) || delicate.test(instructions)

const shownMax = 200
const choices: ReadonlySet<Field['type']> = new Set(['boolean', 'single_choice', 'multiple_choice', 'number', 'date'])

const numbersIn = (text: string): Set<string> =>
  new Set(readFigures(text, new Set(['en'])).map(({ values }) => String(values[0])))
const medicinesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(new RegExp(medicine.source, 'gi'))].map(([name]) => name.toLowerCase()))
const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((item) => other.has(item))

/**
 * True if two answers state the same. Their states must be equal. For the types in `choices`, the values must be equal
 * too. For all other types, the values must contain the same numbers and names of medicines; other words may differ.
 */
function agree({ type }: Field, one: Result, other: Result): boolean {
  if (one.state !== other.state) return false
  const [first, second] = [one.value.join('\n'), other.value.join('\n')]
  if (choices.has(type)) return isSame(new Set(one.value), new Set(other.value))
  return isSame(numbersIn(first), numbersIn(second)) && isSame(medicinesIn(first), medicinesIn(second))
}

/**
 * Compares the answers of two models for one field. If they state different things, returns a flag of severity 2 that
 * shows the second answer. An answer that a person has entered, or has yet to choose, is not compared.
 */
export function differences(field: Field, first: Result, second: Result): Flag[] {
  if (first.state === 'entered' || first.state === 'unclear' || agree(field, first, second)) return []
  const text = second.value.join('; ').trim()
  const shown = text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
  const left =
    second.state === 'unclear'
      ? 'A second model found no certain answer in the session.'
      : 'A second model left this field empty.'
  const reason = shown === '' ? left : `A second model wrote this answer differently: “${shown}”`
  return [{ severity: 2, text: '', reason }]
}
