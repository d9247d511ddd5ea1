import { samePatient } from '../../lib/page/form/patient.ts'
import type { PagePatient, PlannedWrite, Receipt, Refusal, RefusalReason, ShownAgain } from '../../lib/page/shapes.ts'
import { countWords } from '../ui/count-words.ts'

export const refusalWords: Record<RefusalReason | 'rejected-by-page', string> = {
  ambiguous: 'This value could belong to two fields of the form. Enter it by hand.',
  'not-found': 'The form has no field for this value.',
  'read-only': 'The page does not allow changes to this field.',
  signed: 'This form is signed and cannot be changed.',
  scored: 'This field belongs to a scored questionnaire. Enter it by hand.',
  'too-long': 'The text is too long for this field. Shorten the text in the note.',
  'no-such-option': 'The form does not offer this answer. Choose an answer by hand.',
  'not-a-date': 'The form needs a date. Enter the date by hand.',
  'day-or-month': 'The page does not say if it wants day or month first. Enter the date by hand.',
  'out-of-range': 'The field does not accept this value: it has other limits or another form. Check the value.',
  undecided: 'The session mentions this without a certain answer. Choose the answer in the note, then fill again.',
  'wrong-patient': 'Another patient’s chart is open now. Nothing was written.',
  'page-moved': 'The page changed after Chartside had read it. Press Done, then fill this field again.',
  'other-page': 'This field is on another page of the document. Open that page, then fill again.',
  'other-question': 'The page asks another question here now. Nothing was written. Press Done, then fill again.',
  irreversible: 'This choice cannot be taken back later. Make it on the page yourself.',
  'box-not-ticked':
    'The page shows this field only after its check box is ticked, and the note does not answer the check box with Yes. Tick the box on the page if that is right, then fill again.',
  'rejected-by-page': 'The page did not keep this value. Enter the value by hand.',
}

/** The reasons of `refusalWords` in the wording of receipts, for the audit trail. They never contain patient data. */
const receiptReasons: Record<RefusalReason | 'rejected-by-page', string> = {
  ambiguous: 'this value could belong to two fields',
  'not-found': 'the form no longer has this field',
  'read-only': 'the page does not allow changes to this field',
  signed: 'the form is signed',
  scored: 'this field belongs to a scored questionnaire and must be entered by hand',
  'too-long': 'the text is too long for this field',
  'no-such-option': 'the form does not offer this answer',
  'not-a-date': 'the form needs a date',
  'day-or-month': 'the page does not say if it wants day or month first',
  'out-of-range': 'the field does not accept this value',
  undecided: 'the note has no certain answer for it',
  'wrong-patient': 'the chart of another patient was open',
  'page-moved': 'the page changed after Chartside had read it',
  'other-page': 'this field is on another page of the document',
  'other-question': 'the page asked another question there',
  irreversible: 'this choice cannot be undone, and nobody has confirmed it',
  'box-not-ticked': 'the check box that shows this field is not ticked',
  'rejected-by-page': 'the page did not keep the value',
}

/**
 * Describes why a value will not be written. If the clinician must first open another page of the document (`page`) or
 * tick a check box (`box`), names this page or this check box.
 */
export function refusalText({ reason, page, box }: Pick<Refusal, 'reason' | 'page' | 'box'>): string {
  if (page) return `This field is on the page “${page}”. Open that page, then fill again.`
  if (box)
    return `The page shows this field only after “${box}” is ticked, and the note does not answer “${box}” with Yes. Tick it on the page if that is right, then fill again.`
  return refusalWords[reason]
}

export const shown = (value: string[]): string => value.filter((part) => part !== '').join(', ')

export const isSame = ({ from, to }: PlannedWrite): boolean => shown(from).trim() === shown(to).trim()

/**
 * Whether the note's patient is the patient on the page. For `same`, nothing is asked before a fill. For
 * `other`, no fill is possible. In the other two cases, the clinician must confirm the patient first.
 */
export type PatientMatch = 'same' | 'other' | 'page-unknown' | 'note-unknown'

/**
 * `note` is the note's patient, or null if the note was written without a chart. `page` is the patient that the page
 * shows, or null if it shows none.
 */
export function patientMatch(note: PagePatient | null, page: PagePatient | null): PatientMatch {
  if (!page) return 'page-unknown'
  if (!note) return 'note-unknown'
  return samePatient(note, page) ? 'same' : 'other'
}

/** True if the undo of one field has restored it. */
export const isUndone = (receipt: Receipt): boolean => receipt.strategy === 'undo' && isOnPage(receipt)

/** Why the undo of one field left it as it is. */
export const undoRefusal = ({ reason }: Receipt): string => {
  if (reason === 'page-moved') return 'This field was changed after the fill, so undo left it as it is.'
  if (reason === 'rejected-by-page') return 'The page did not take the old value back. Check this field yourself.'
  return reason ? refusalWords[reason] : ''
}

/** Summarises a fill: "After the last fill, 11 of 12 values are on the page". An undecided field has no value. */
export function fillSummary(receipts: Receipt[]): string {
  const values = receipts.filter(({ reason }) => reason !== 'undecided')
  const onPageCount = values.filter((each) => isOnPage(each) && !isUndone(each)).length
  return `After the last fill, ${onPageCount} of ${values.length} values are on the page`
}

export const isOnPage = ({ outcome }: Receipt): boolean => outcome === 'written' || outcome === 'unchanged'

const outcomes: Record<Receipt['outcome'], string> = {
  written: 'Written, and checked on the page',
  unchanged: 'Not written: the form already had this value',
  refused: 'Not written',
  failed: 'Not kept',
}

/** Describes one receipt in a sentence, without patient data. */
export function receiptSentence({ label, outcome, reason, strategy, irreversible }: Receipt): string {
  if (strategy === 'undo' && reason === 'irreversible')
    return `${label}: Not restored, because the choice was confirmed as permanent.`
  const resultWords =
    outcome === 'written' && strategy === 'undo' ? 'Restored, and checked on the page' : outcomes[outcome]
  const confirmed = irreversible ? ', confirmed as permanent' : ''
  return `${label}: ${resultWords}${confirmed}${reason ? `, because ${receiptReasons[reason]}` : ''}.`
}

/** What the page showed of a value when it showed the record again, in the wording of receipts. */
const againSentences: Record<ShownAgain, string> = {
  kept: 'The page shows it again, unchanged.',
  changed: 'The page shows another value again.',
  'not-shown': 'The page does not show it again.',
}

/** Counts what the page shows of a fill after it was saved. */
export function againText(shownAgain: ReadonlyMap<string, ShownAgain>): string {
  const count = (state: ShownAgain) => [...shownAgain.values()].filter((each) => each === state).length
  const parts = [`${fieldsText(count('kept'))} kept`, `${count('changed')} changed by the page`]
  const hiddenCount = count('not-shown')
  return `${[...parts, ...(hiddenCount > 0 ? [`${hiddenCount} not shown`] : [])].join(', ')}.`
}

/** The data in the heading of `receiptsText`. */
export interface FillRecord {
  /** When the fill ended. */
  at: Date
  /**
   * `form`: the title of the form. `patientIdentifier`: the patient's number in the EHR, or '' if the page shows none.
   */
  form: string
  patientIdentifier: string
}

/**
 * Formats all receipts of one fill for an audit trail: a heading with time, form and chart number, then one line for
 * each field.
 */
export function receiptsText(
  receipts: Receipt[],
  shownAgain: ReadonlyMap<string, ShownAgain>,
  { at, form, patientIdentifier }: FillRecord,
): string {
  const writtenCount = receipts.filter((each) => each.outcome === 'written' && !isUndone(each)).length
  return [
    `${at.toISOString()} ${form}${patientIdentifier && ` · chart ${patientIdentifier}`} · ${writtenCount} of ${receipts.length} written`,
    ...receipts.map((receipt) => {
      const againState = shownAgain.get(receipt.fieldId)
      return againState ? `${receiptSentence(receipt)} ${againSentences[againState]}` : receiptSentence(receipt)
    }),
  ].join('\n')
}

/** Warning shown before a choice that undo could not remove. */
export const lastingText =
  'If Chartside chooses an option in this list, the choice cannot be removed later. Choose the option on the page yourself, or tick the box to let Chartside choose it.'

/** Shown for a choice that undo could not remove and that was therefore left out of a fill. */
export const leftOutText =
  'Chartside did not fill this field, because a choice in this list cannot be removed later. Choose the option on the page yourself.'

/**
 * The question that is asked before Chartside chooses an option in one list, if undo could not clear this list again.
 */
export const irreversibleQuestion = (label: string) => ({
  title: `Fill ${label} permanently?`,
  text: 'If Chartside chooses an option in this list, the choice cannot be removed later, not even with Undo. You can also choose the option on the page yourself.',
})

const namesOf = (receipts: Receipt[]) => receipts.map(({ label }) => label).join(', ')

/**
 * Describes an undo and names the fields that the user must check: fields that were changed by hand after the fill, so
 * that undo did not change them, and fields that could not be restored. Choices that the user confirmed as permanent
 * are named separately. `whole` is true if there is no field to check.
 */
export function undoneText(receipts: Receipt[]): { whole: boolean; text: string } {
  const staying = receipts.filter(({ reason }) => reason === 'irreversible')
  const rest = receipts.filter(({ reason }) => reason !== 'irreversible')
  const failedReceipts = rest.filter(({ outcome }) => outcome !== 'written' && outcome !== 'unchanged')
  const stays =
    staying.length > 0 ? `${namesOf(staying)} ${staying.length === 1 ? 'stays' : 'stay'}, filled permanently.` : ''
  const outcomeSentence =
    failedReceipts.length > 0
      ? `The old values are back in ${rest.length - failedReceipts.length} of ${fieldsText(rest.length)}. Check these fields yourself: ${namesOf(failedReceipts)}.`
      : rest.length > 0 || stays === ''
        ? `${rest.length === 1 ? 'The old value of 1 field is' : `The old values of ${fieldsText(rest.length)} are`} back.`
        : ''
  return { whole: failedReceipts.length === 0, text: [outcomeSentence, stays].filter(Boolean).join(' ') }
}

export const fillPromise = 'Chartside never saves or signs the form. You do this in your EHR.'

export const fieldsText = (count: number) => countWords(count, 'field', 'fields')

/** The time of day as the user's locale writes it: "7:02 PM". `at`: ms since 1970. */
export const timeOfDay = (at: number): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
