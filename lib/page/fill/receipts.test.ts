import { expect, test } from 'vitest'
import type { Receipt } from '../shapes.ts'
import { receiptsText } from './receipts.ts'

const receipt = (more: Partial<Receipt>): Receipt => ({
  fieldId: 'f',
  label: 'Affect',
  outcome: 'written',
  before: ['Flat words of a patient'],
  after: ['Other words of a patient'],
  ...more,
})

test('receipts can be copied into an audit trail: time, form, chart and a sentence for each field, and none of the patient’s words', () => {
  const text = receiptsText(
    [
      receipt({ strategy: 'setter' }),
      receipt({ label: 'Mood', outcome: 'failed', reason: 'rejected-by-page' }),
      receipt({ label: 'Plan', outcome: 'refused', reason: 'wrong-patient' }),
      receipt({ label: 'Sleep', outcome: 'unchanged' }),
      receipt({ label: 'Goal', strategy: 'undo' }),
      receipt({ label: 'Route', irreversible: true }),
      receipt({ label: 'Setting', outcome: 'refused', reason: 'irreversible' }),
      receipt({ label: 'Route', outcome: 'refused', reason: 'irreversible', strategy: 'undo' }),
    ],
    { at: new Date('2026-11-21T10:00:00Z'), form: 'Progress Note', patientIdentifier: '2019-77' },
  )
  expect(text).toBe(
    [
      '2026-11-21T10:00:00.000Z Progress Note · chart 2019-77 · 3 of 8 written',
      'Affect: Written and read back.',
      'Mood: Not kept, for the page did not keep the value.',
      'Plan: Not written, for another patient was open.',
      'Sleep: Not written: the form already had this value.',
      'Goal: Restored and read back.',
      'Route: Written and read back, confirmed as permanent.',
      'Setting: Not written, for undo could not remove the choice, and nobody confirmed it.',
      'Route: Left as it is, because it was confirmed as permanent.',
    ].join('\n'),
  )
  expect(text).not.toContain('words of a patient')
})
