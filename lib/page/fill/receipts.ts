import type { Receipt, RefusalReason } from '../shapes.ts'

/** Texts for the audit trail. They never contain patient data. */
const reasons: Record<RefusalReason | 'rejected-by-page', string> = {
  ambiguous: 'this value could belong to two fields',
  'not-found': 'the form no longer has this field',
  'read-only': 'the page does not allow changes to this field',
  signed: 'the form is signed',
  scored: 'this field belongs to a scored questionnaire and must be entered by hand',
  'too-long': 'the text is too long for this field',
  'no-such-option': 'the form does not offer this answer',
  'not-a-date': 'the form needs a date',
  'wrong-patient': 'the chart of another patient was open',
  'page-moved': 'the page changed after Chartside had read it',
  'other-page': 'this field is on another page of the document',
  irreversible: 'this choice cannot be undone, and nobody has confirmed it',
  'rejected-by-page': 'the page did not keep the value',
}

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
  const done = outcome === 'written' && strategy === 'undo' ? 'Restored, and checked on the page' : outcomes[outcome]
  const confirmed = irreversible ? ', confirmed as permanent' : ''
  return `${label}: ${done}${confirmed}${reason ? `, because ${reasons[reason]}` : ''}.`
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
export function receiptsText(receipts: Receipt[], { at, form, patientIdentifier }: FillRecord): string {
  const written = receipts.filter(({ outcome }) => outcome === 'written').length
  return [
    `${at.toISOString()} ${form}${patientIdentifier && ` · chart ${patientIdentifier}`} · ${written} of ${receipts.length} written`,
    ...receipts.map(receiptSentence),
  ].join('\n')
}
