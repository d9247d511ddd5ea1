import type { Receipt, RefusalReason } from '../shapes.ts'

/** What became of a field, and why, in the words of an audit trail: none of what was written or stood there. */
const reasons: Record<RefusalReason | 'rejected-by-page', string> = {
  ambiguous: 'two fields could be meant',
  'not-found': 'the form has no such field any more',
  'read-only': 'the page does not let it be changed',
  signed: 'the form is signed',
  scored: 'it belongs to a scored instrument and is entered by hand',
  'too-long': 'the text is longer than the field takes',
  'no-such-option': 'the form does not offer this answer',
  'not-a-date': 'the form wants a date',
  'wrong-patient': 'another patient was open',
  'page-moved': 'the page had changed since it was read',
  'other-page': 'its field stands on another page of the document',
  lasting: 'undo could not take the choice away again and nobody confirmed it',
  'rejected-by-page': 'the page did not keep the value',
}

const outcomes: Record<Receipt['outcome'], string> = {
  written: 'Written and read back',
  unchanged: 'Not written: the value stood there already',
  refused: 'Not written',
  failed: 'Not kept',
}

/** One field's receipt as a sentence, without the patient's words. */
export function receiptSentence({ label, outcome, reason, rung, lasting }: Receipt): string {
  if (rung === 'undo' && reason === 'lasting')
    return `${label}: Left as it is, for it was confirmed as a choice for good.`
  const done = outcome === 'written' && rung === 'undo' ? 'Put back as it was and read back' : outcomes[outcome]
  const confirmed = lasting ? ', confirmed as a choice for good' : ''
  return `${label}: ${done}${confirmed}${reason ? `, for ${reasons[reason]}` : ''}.`
}

/** What a fill is filed under. */
export interface FillRecord {
  /** When it ended. */
  at: Date
  /** The form's title, and the chart's own number for the patient where the page shows one. */
  form: string
  patientIdentifier: string
}

/** All receipts of one fill as lines for an audit trail: time, form, chart number, then a line for each field. */
export function receiptsText(receipts: Receipt[], { at, form, patientIdentifier }: FillRecord): string {
  const written = receipts.filter(({ outcome }) => outcome === 'written').length
  return [
    `${at.toISOString()} ${form}${patientIdentifier && ` · chart ${patientIdentifier}`} · ${written} of ${receipts.length} written`,
    ...receipts.map(receiptSentence),
  ].join('\n')
}
