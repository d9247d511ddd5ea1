import type { Receipt, RefusalReason } from '../shapes.ts'

/** Texts for the audit trail. They never contain patient data. */
const reasons: Record<RefusalReason | 'rejected-by-page', string> = {
  ambiguous: 'two fields could be meant',
  'not-found': 'the form has no such field any more',
  'read-only': 'the page does not allow changes to it',
  signed: 'the form is signed',
  scored: 'it belongs to a scored instrument and is entered by hand',
  'too-long': 'the text is longer than the field takes',
  'no-such-option': 'the form does not offer this answer',
  'not-a-date': 'the form needs a date',
  'wrong-patient': 'another patient was open',
  'page-moved': 'the page had changed since it was read',
  'other-page': 'its field is on another page of the document',
  irreversible: 'undo could not remove the choice, and nobody confirmed it',
  'rejected-by-page': 'the page did not keep the value',
}

const outcomes: Record<Receipt['outcome'], string> = {
  written: 'Written and read back',
  unchanged: 'Not written: the form already had this value',
  refused: 'Not written',
  failed: 'Not kept',
}

/** Describes one receipt in a sentence, without patient data. */
export function receiptSentence({ label, outcome, reason, strategy, irreversible }: Receipt): string {
  if (strategy === 'undo' && reason === 'irreversible')
    return `${label}: Left as it is, because it was confirmed as permanent.`
  const done = outcome === 'written' && strategy === 'undo' ? 'Restored and read back' : outcomes[outcome]
  const confirmed = irreversible ? ', confirmed as permanent' : ''
  return `${label}: ${done}${confirmed}${reason ? `, for ${reasons[reason]}` : ''}.`
}

/** The heading data of an audit record. */
export interface FillRecord {
  /** When the fill ended. */
  at: Date
  /** The form's title. `patientIdentifier` is the chart's own number for the patient, or '' if the page shows none. */
  form: string
  patientIdentifier: string
}

/**
 * Formats all receipts of one fill for an audit trail: a heading with time, form and chart number, then one line for
 * each field.
 */
export function receiptsText(receipts: Receipt[], { at, form, patientIdentifier }: FillRecord): string {
  const written = receipts.filter(({ outcome }) => outcome === 'written').length
  return [
    `${at.toISOString()} ${form}${patientIdentifier && ` · chart ${patientIdentifier}`} · ${written} of ${receipts.length} written`,
    ...receipts.map(receiptSentence),
  ].join('\n')
}
