import type { PagePatient, Receipt, Refusal, RefusalReason } from '../../lib/page/shapes.ts'
import { samePatient } from '../page/chart-view.ts'

/** Why a value is not written, and so what to do. */
export const refusalWords: Record<RefusalReason | 'rejected-by-page', string> = {
  ambiguous: 'Two boxes could be this one. Enter it by hand.',
  'not-found': 'The form has no such field.',
  'read-only': 'The page does not let this be changed.',
  signed: 'This form is signed.',
  scored: 'Scored instrument: enter by hand.',
  'too-long': 'Too long for this box. Shorten it in the note.',
  'no-such-option': 'The form does not offer this answer. Choose one by hand.',
  'not-a-date': 'The form wants a date. Enter it by hand.',
  'wrong-patient': 'Another patient is open now. Nothing was written.',
  'page-moved': 'The page changed since it was read. Read it again.',
  'other-page': 'Not on this page. Open the page of this document that has it, then read the page again.',
  lasting: 'This list cannot be emptied again once something is chosen. Choose it in the page.',
  'rejected-by-page': 'The page did not keep it. Enter it by hand.',
}

/** Why a value will not be written; where it stands on another page of the document, on which. */
export const refusalText = ({ reason, page }: Pick<Refusal, 'reason' | 'page'>): string =>
  page ? `It stands on the page “${page}”. Open that page, then read again.` : refusalWords[reason]

/** Whose note it is against whose chart is open; only `same` may be filled without asking. */
export type PatientMatch = 'same' | 'other' | 'page-unknown' | 'note-unknown'

/** `note` is whose note it is, null where it was written without a chart. */
export function patientMatch(
  note: { name: string; identifier: string } | null,
  page: PagePatient | null,
): PatientMatch {
  if (!page) return 'page-unknown'
  if (!note) return 'note-unknown'
  return samePatient(note, page) ? 'same' : 'other'
}

/** "Last fill: 11 of 12 read back". */
export function fillSummary(receipts: Receipt[]): string {
  const kept = receipts.filter(({ outcome }) => outcome === 'written' || outcome === 'unchanged').length
  return `Last fill: ${kept} of ${receipts.length} read back`
}

/** Of a choice that undo could not take away, before it is made. */
export const lastingText =
  'This list cannot be emptied again once something is chosen. Choose it in the page, or tick to fill it for good.'

/** Of the same choice once the others were filled. */
export const leftOutText = 'Left out. This list cannot be emptied again once something is chosen.'

/** Asked before one such choice is made alone. */
export const lastingQuestion = (label: string) => ({
  title: `Fill ${label} for good?`,
  text: 'This list cannot be emptied again once something is chosen: undo will leave it as it is. You can also choose it in the page.',
})

const namesOf = (receipts: Receipt[]) => receipts.map(({ label }) => label).join(', ')

/**
 * What an undo did, and which fields must be looked at: those it left alone, for they were changed by hand, or could not put
 * back. What was filled for good stays, as was said before.
 */
export function undoneText(receipts: Receipt[]): { whole: boolean; text: string } {
  const staying = receipts.filter(({ reason }) => reason === 'lasting')
  const rest = receipts.filter(({ reason }) => reason !== 'lasting')
  const left = rest.filter(({ outcome }) => outcome !== 'written' && outcome !== 'unchanged')
  const stays =
    staying.length > 0 ? `${namesOf(staying)} ${staying.length === 1 ? 'stays' : 'stay'}, filled for good.` : ''
  const back =
    left.length > 0
      ? `${rest.length - left.length} of ${fieldsText(rest.length)} put back. Look at these yourself: ${namesOf(left)}.`
      : rest.length > 0 || stays === ''
        ? `${fieldsText(rest.length)} put back as they were.`
        : ''
  return { whole: left.length === 0, text: [back, stays].filter(Boolean).join(' ') }
}

export const fillPromise = 'Chartside never saves or signs. You do.'

export const fieldsText = (count: number) => `${count} ${count === 1 ? 'field' : 'fields'}`
