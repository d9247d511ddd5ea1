import type { PagePatient, Receipt, Refusal, RefusalReason } from '../../lib/page/shapes.ts'
import { samePatient } from '../page/chart-view.ts'

/** Why a value is not written, and what the user can do. */
export const refusalWords: Record<RefusalReason | 'rejected-by-page', string> = {
  ambiguous: 'Two fields of the form could be meant. Enter this value by hand.',
  'not-found': 'The form has no field for this value.',
  'read-only': 'The page does not allow changes to this field.',
  signed: 'This form is signed and cannot be changed.',
  scored: 'This field belongs to a scored questionnaire. Enter it by hand.',
  'too-long': 'The text is too long for this field. Shorten the text in the note.',
  'no-such-option': 'The form does not offer this answer. Choose an answer by hand.',
  'not-a-date': 'The form needs a date. Enter the date by hand.',
  'wrong-patient': 'Another patient’s chart is open now. Nothing was written.',
  'page-moved': 'The page has changed. Read the page again.',
  'other-page': 'This field is on another page of the document. Open that page, then read the page again.',
  irreversible:
    'Once an option is chosen in this list, you cannot clear it again. Choose the option in the page yourself.',
  'rejected-by-page': 'The page did not keep this value. Enter the value by hand.',
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

/** Summarises a fill: "Last fill: 11 of 12 values are in the page". */
export function fillSummary(receipts: Receipt[]): string {
  const kept = receipts.filter(({ outcome }) => outcome === 'written' || outcome === 'unchanged').length
  return `Last fill: ${kept} of ${receipts.length} values are in the page`
}

/** Warning shown before a choice that undo could not remove. */
export const lastingText =
  'Once an option is chosen in this list, you cannot clear it again. Choose in the page, or tick the box to fill this list permanently.'

/** Shown for a choice that undo could not remove and that was therefore left out of a fill. */
export const leftOutText =
  'Not filled, because a choice in this list cannot be cleared afterwards. Choose the option in the page yourself.'

/** Question asked before a single choice is written that undo could not remove. */
export const irreversibleQuestion = (label: string) => ({
  title: `Fill ${label} permanently?`,
  text: 'Once an option is chosen in this list, you cannot clear it again. Undo cannot clear it either. You can also choose in the page.',
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
      ? `${rest.length - left.length} of ${fieldsText(rest.length)} restored. Check these fields yourself: ${namesOf(left)}.`
      : rest.length > 0 || stays === ''
        ? `${fieldsText(rest.length)} restored as they were before.`
        : ''
  return { whole: left.length === 0, text: [back, stays].filter(Boolean).join(' ') }
}

export const fillPromise = 'Chartside never saves or signs. You do.'

export const fieldsText = (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`
