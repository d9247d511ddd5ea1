import type { FocusedField, PageReading, Receipt } from '../../lib/page/shapes.ts'
import type { PagePort } from '../page/port.ts'
import { refusalText, refusalWords } from '../report/fill-words.ts'
import { insertWords } from './insert.ts'
import { pageMoved } from './page-dictation-words.ts'

/** The field into which words are dictated, and the page and patient at that time. */
export interface DictationTarget {
  field: FocusedField
  reading: PageReading
  /** The name that the clinician has typed, if the page shows no patient. */
  confirmedPatient: string | null
}

/**
 * Writes dictated words into their field as a fill of one field, at the cursor or after the present text. The page,
 * patient and field must be those with which the dictation began. Rejects with a message for the user if the words are
 * not in the page afterwards.
 */
export async function writeDictation(page: PagePort, target: DictationTarget, words: string): Promise<Receipt> {
  const { field, reading, confirmedPatient } = target
  const newReading = await page.read()
  const present = newReading.fields.find(({ id }) => id === field.fieldId)
  if (newReading.nonce !== reading.nonce || !present) throw new Error(pageMoved)
  const focused = await page.focused(newReading.nonce)
  const caret = typeof focused === 'object' && focused.fieldId === field.fieldId ? focused.caret : null
  const text = present.value.join('\n')
  const value = [insertWords(text, caret ?? text.length, words).text]
  const { plan } = await page.plan([{ ...field, value }], { patient: reading.patient })
  const [refusal] = plan.refusals
  if (refusal) throw new Error(refusalText(refusal))
  if (plan.nonce !== reading.nonce) throw new Error(pageMoved)
  const [receipt] = (await page.fill(plan, confirmedPatient)).receipts
  if (!receipt) throw new Error(pageMoved)
  if (receipt.outcome === 'written' || receipt.outcome === 'unchanged') return receipt
  throw new Error(receipt.reason ? refusalWords[receipt.reason] : refusalWords['rejected-by-page'])
}
