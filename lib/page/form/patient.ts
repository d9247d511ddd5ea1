import { parseMoment } from '../dates.ts'
import type { PagePatient, RefusalReason } from '../shapes.ts'
import { fold } from '../words.ts'

/** Compares a value that two sources give for a patient. */
const agree = (one: string | undefined, otherText: string | undefined): boolean | null =>
  one && otherText ? fold(one) === fold(otherText) : null

/**
 * Returns true if two sources show the same person. At least one of name, identifier and chart key must be equal. All
 * values that both sources know must be equal, including the birth date.
 */
export function samePatient(one: PagePatient, otherPatient: PagePatient): boolean {
  const identifies = [
    agree(one.name, otherPatient.name),
    agree(one.identifier, otherPatient.identifier),
    agree(one.chartKey, otherPatient.chartKey),
  ]
  return (
    identifies.includes(true) && !identifies.includes(false) && agree(one.birthDate, otherPatient.birthDate) !== false
  )
}

export function isoDay(text: string): string | undefined {
  const day = parseMoment(text)?.day
  return day && [String(day.year), String(day.month).padStart(2, '0'), String(day.day).padStart(2, '0')].join('-')
}

/** The conditions of a write. They are compared with the page in the same task as the write itself (product 11.6). */
export interface Lock {
  url: string
  patient: PagePatient | null
  encounter: string
  confirmedPatient?: string | null
}

export interface PageState {
  address: string
  patient: PagePatient | null
  form: { signed: boolean; encounter?: string } | null
}

/**
 * Returns the reason why nothing may be written now. Returns null if writing is allowed: the page still has the address,
 * the patient and the visit of the lock, and a form is open and not signed.
 */
export function lockReason(pageState: PageState, lock: Lock): RefusalReason | null {
  if (pageState.address !== lock.url) return 'page-moved'
  if (lock.patient === null) {
    if (pageState.patient !== null || !lock.confirmedPatient?.trim()) return 'wrong-patient'
  } else if (pageState.patient === null || !samePatient(pageState.patient, lock.patient)) return 'wrong-patient'
  if (pageState.form === null || (pageState.form.encounter ?? '') !== lock.encounter) return 'page-moved'
  return pageState.form.signed ? 'signed' : null
}
