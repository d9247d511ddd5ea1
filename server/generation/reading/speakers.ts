export type Role = 'provider' | 'patient' | 'other' | 'unknown'

export interface LabelledTurn {
  role: Role
  from: number
}

const label = /^\s*(?:\[([^\]\n]{1,40})\]\s*:?|([A-Za-z][A-Za-z .'_-]{0,38}\s?\d{0,2})\s*:)\s*/
const providerNames =
  /^(?:speaker 0|doctor(?: ?\d)?|dr\b.*|guest clinici?an|provider|therapist|clinician|counsell?or|physician|nurse|psychiatrist)$/i
const patientNames = /^(?:speaker 1|patient|client|pt)$/i
const otherNames =
  /^(?:speaker \d{1,2}|guest\b.*|patient guest|mother|father|parent|family|wife|husband|spouse|caregiver)$/i

/** Parses a speaker's label. Speaker 0 is the provider, and speaker 1 is the patient (product 3.11). */
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
