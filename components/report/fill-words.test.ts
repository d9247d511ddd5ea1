import { expect, test } from 'vitest'
import type { Receipt } from '../../lib/page/shapes.ts'
import { fillSummary, receiptsText, undoneText } from './fill-words.ts'

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
      receipt({ fieldId: 'affect', strategy: 'setter' }),
      receipt({ label: 'Mood', outcome: 'failed', reason: 'rejected-by-page' }),
      receipt({ label: 'Plan', outcome: 'refused', reason: 'wrong-patient' }),
      receipt({ label: 'Sleep', outcome: 'unchanged' }),
      receipt({ label: 'Goal', strategy: 'undo' }),
      receipt({ fieldId: 'route', label: 'Route', irreversible: true }),
      receipt({ label: 'Setting', outcome: 'refused', reason: 'irreversible' }),
      receipt({ label: 'Route', outcome: 'refused', reason: 'irreversible', strategy: 'undo' }),
    ],
    new Map([
      ['affect', 'kept'],
      ['route', 'changed'],
    ]),
    { at: new Date('2026-11-21T10:00:00Z'), form: 'Progress Note', patientIdentifier: '2019-77' },
  )
  expect(text).toBe(
    [
      '2026-11-21T10:00:00.000Z Progress Note · chart 2019-77 · 2 of 8 written',
      'Affect: Written, and checked on the page. The page shows it again, unchanged.',
      'Mood: Not kept, because the page did not keep the value.',
      'Plan: Not written, because the chart of another patient was open.',
      'Sleep: Not written: the form already had this value.',
      'Goal: Restored, and checked on the page.',
      'Route: Written, and checked on the page, confirmed as permanent. The page shows another value again.',
      'Setting: Not written, because this choice cannot be undone, and nobody has confirmed it.',
      'Route: Not restored, because the choice was confirmed as permanent.',
    ].join('\n'),
  )
  expect(text).not.toContain('words of a patient')
})

test('a page without a chart number has none in the audit trail', () => {
  const record = { at: new Date('2026-11-21T10:00:00Z'), form: 'Progress Note', patientIdentifier: '' }
  expect(receiptsText([], new Map(), record)).toBe('2026-11-21T10:00:00.000Z Progress Note · 0 of 0 written')
})

test('only values that were read back count as filled', () => {
  expect(fillSummary([receipt({}), receipt({ outcome: 'failed' })])).toBe(
    'After the last fill, 1 of 2 values are on the page',
  )
})

test('an undo names the fields that it left alone or could not restore', () => {
  const mood = receipt({ label: 'Mood' })
  expect(undoneText([mood, receipt({ label: 'Plan', outcome: 'unchanged' })])).toEqual({
    whole: true,
    text: 'The old values of 2 fields are back.',
  })
  const left = [receipt({ label: 'Plan', outcome: 'refused' }), receipt({ label: 'Affect', outcome: 'failed' })]
  expect(undoneText([mood, ...left])).toEqual({
    whole: false,
    text: 'The old values are back in 1 of 3 fields. Check these fields yourself: Plan, Affect.',
  })
})
