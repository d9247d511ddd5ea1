import { otherWords, patientWords, providerWords } from './speaker-roles.ts'

export type Role = 'provider' | 'patient' | 'other' | 'unknown'

export interface LabelledTurn {
  role: Role
  /** The index of the first word after the label. 0: the turn has no label that names a role. */
  from: number
}

const label =
  /^\s*(?:\[([^\]\n]{1,40})\]\s*:?|(\p{L}[\p{L}\p{M} .'_-]{0,38}\s?\d{0,2})(?:\s?\([^():\n]{1,60}\))?\s*:)\s*/u
const anyOf = (words: readonly string[]) => `(?:${words.join('|')})`
const providerNames = new RegExp(
  `^(?:speaker 0|remark of the clinician|dr\\b.*|${anyOf(providerWords)}(?: ?\\d)?)$`,
  'iu',
)
const patientNames = new RegExp(`^(?:speaker 1|${anyOf(patientWords)})$`, 'iu')
const otherNames = new RegExp(`^(?:speaker \\d{1,2}|guest\\b.*|${anyOf(otherWords)})$`, 'iu')

/** Reads the label of a turn that names a role: "Patient:", "Dr. Roth:", or "Interpreter (Rita Sommer):" (product 9.37). */
export function readLabel(turn: string): LabelledTurn {
  const match = label.exec(turn)
  const name = (match?.[1] ?? match?.[2] ?? '').trim().replaceAll('_', ' ')
  if (match === null || name === '') return { role: 'unknown', from: 0 }
  const from = match[0].length
  if (providerNames.test(name)) return { role: 'provider', from }
  if (patientNames.test(name)) return { role: 'patient', from }
  if (otherNames.test(name)) return { role: 'other', from }
  return { role: 'unknown', from: 0 }
}
