import type { PagePatient, Receipt, Refusal, RefusalReason } from '../../lib/page/shapes.ts'
import { samePatient } from '../page/chart-view.ts'

/** Why a value is not written, and what the user can do. */
export const refusalWords: Record<RefusalReason | 'rejected-by-page', string> = {
  ambiguous: 'Two fields of the form could be meant. Enter it by hand.',
  'not-found': 'The form has no such field.',
  'read-only': 'The page does not allow changes to this field.',
  signed: 'This form is signed.',
  scored: 'Scored instrument: enter by hand.',
  'too-long': 'Too long for this field. Shorten it in the note.',
  'no-such-option': 'The form does not offer this answer. Choose one by hand.',
  'not-a-date': 'The form needs a date. Enter it by hand.',
  'wrong-patient': 'Another patient is open now. Nothing was written.',
  'page-moved': 'The page changed since it was read. Read it again.',
  'other-page': 'This field is on another page of the document. Open that page, then read the page again.',
  irreversible: 'After a choice, this list cannot be made empty again. Choose in the page.',
  'rejected-by-page': 'The page did not keep this value. Enter it by hand.',
}

/** Describes why a value will not be written. If its field is on another page of the document, names that page. */
export const refusalText = ({ reason, page }: Pick<Refusal, 'reason' | 'page'>): string =>
  page ? `This field is on the page “${page}”. Open that page, then read the page again.` : refusalWords[reason]

/** Compares the note's patient with the open chart. Only `same` may be filled without asking. */
export type PatientMatch = 'same' | 'other' | 'page-unknown' | 'note-unknown'

/** `note` is the note's patient. Null if the note was written without a chart. */
export function patientMatch(
  note: { name: string; identifier: string } | null,
  page: PagePatient | null,
): PatientMatch {
  if (!page) return 'page-unknown'
  if (!note) return 'note-unknown'
  return samePatient(note, page) ? 'same' : 'other'
}

/** Summarises a fill: "Last fill: 11 of 12 read back". */
export function fillSummary(receipts: Receipt[]): string {
  const kept = receipts.filter(({ outcome }) => outcome === 'written' || outcome === 'unchanged').length
  return `Last fill: ${kept} of ${receipts.length} read back`
}

/** Warning shown before a choice that undo could not remove. */
export const lastingText =
  'After a choice, this list cannot be made empty again. Choose in the page, or tick the box to fill it permanently.'

/** Shown for a choice that undo could not remove and that was therefore left out of a fill. */
export const leftOutText = 'Left out. After a choice, this list cannot be made empty again.'

/** Question asked before a single choice is written that undo could not remove. */
export const irreversibleQuestion = (label: string) => ({
  title: `Fill ${label} permanently?`,
  text: 'After a choice, this list cannot be made empty again, and undo will not change it. You can also choose in the page.',
})

const namesOf = (receipts: Receipt[]) => receipts.map(({ label }) => label).join(', ')

/**
 * Describes an undo and names the fields to check: those that were changed by hand and left alone, and those that could
 * not be restored. Choices confirmed as permanent are named separately.
 */
export function undoneText(receipts: Receipt[]): { whole: boolean; text: string } {
  const staying = receipts.filter(({ reason }) => reason === 'irreversible')
  const rest = receipts.filter(({ reason }) => reason !== 'irreversible')
  const left = rest.filter(({ outcome }) => outcome !== 'written' && outcome !== 'unchanged')
  const stays =
    staying.length > 0 ? `${namesOf(staying)} ${staying.length === 1 ? 'stays' : 'stay'}, filled permanently.` : ''
  const back =
    left.length > 0
      ? `${rest.length - left.length} of ${fieldsText(rest.length)} put back. Check these yourself: ${namesOf(left)}.`
      : rest.length > 0 || stays === ''
        ? `${fieldsText(rest.length)} put back as they were.`
        : ''
  return { whole: left.length === 0, text: [back, stays].filter(Boolean).join(' ') }
}

export const fillPromise = 'Chartside never saves or signs. You do.'

export const fieldsText = (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`
