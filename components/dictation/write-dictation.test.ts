import { describe, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { FillPlan, FocusedField, FocusRefusal, PageField, PageReading, Receipt } from '../../lib/page/shapes.ts'
import type { PagePort } from '../page/port.ts'
import { type DictationTarget, writeDictation } from './write-dictation.ts'

const plan: PageField = {
  id: 'plan',
  label: 'Plan',
  section: '',
  kind: 'long_text',
  options: [],
  value: ['Walk daily.'],
  names: ['plan'],
  rule: 'accessible',
  score: 0.9,
}
const reading: PageReading = {
  source: 'other',
  nonce: 'n1',
  url: 'https://ehr.example/1',
  patient: { name: 'Rosa Lindqvist', identifier: '2019-77' },
  form: { title: 'Note', identity: 'f1', signed: false },
  fields: [plan],
}
const field: FocusedField = { fieldId: 'plan', label: 'Plan', caret: null }
const target: DictationTarget = { field, reading, confirmedPatient: null }

interface Behaviour {
  /** The page when the words are ready. */
  now?: PageReading
  focused?: FocusedField | FocusRefusal
  outcome?: Pick<Receipt, 'outcome' | 'reason'>
}

async function write(words: string, { now = reading, focused = field, outcome }: Behaviour = {}) {
  const fills: FillPlan[] = []
  const page = {
    read: async () => now,
    focused: async () => focused,
    plan: async (values, whose) => ({ plan: planFill(now, values, whose), reading: now }),
    fill: async (given) => {
      fills.push(given)
      const receipts = given.writes.map(
        ({ fieldId, label, from, to }): Receipt => ({
          fieldId,
          label,
          outcome: 'written',
          before: from,
          after: to,
          ...outcome,
        }),
      )
      return { receipts, fillId: 'fill' }
    },
  } satisfies Pick<PagePort, 'read' | 'focused' | 'plan' | 'fill'>
  const result = await writeDictation(page as unknown as PagePort, target, words).catch((error: Error) => error.message)
  return { result, written: fills.flatMap(({ writes }) => writes.map(({ to }) => to)) }
}

describe('Dictated words', () => {
  test('stand at the cursor, or after the text of the field if the focus has moved', async () => {
    const at = (caret: number) => write('briskly', { focused: { ...field, caret } })
    expect((await at(4)).written).toEqual([['Walk briskly daily.']])
    const elsewhere = await write('Sleep diary.', { focused: { ...field, fieldId: 'mood', caret: 0 } })
    expect(elsewhere.written).toEqual([['Walk daily. Sleep diary.']])
    expect((await write('Sleep diary.', { focused: 'no-focus' })).written).toEqual([['Walk daily. Sleep diary.']])
  })

  test.each([
    ['another page', { ...reading, nonce: 'n2' }, 'The page has changed'],
    ['a form without the field', { ...reading, fields: [] }, 'The page has changed'],
    [
      'another patient',
      { ...reading, patient: { name: 'Theo Marchetti', identifier: '2021-05' } },
      'Another patient’s chart is open now.',
    ],
    ['a signed form', { ...reading, form: { title: 'Note', identity: 'f1', signed: true } }, 'This form is signed'],
    ['a locked field', { ...reading, fields: [{ ...plan, locked: 'read-only' as const }] }, 'does not allow changes'],
    ['a field that is too short', { ...reading, fields: [{ ...plan, maxLength: 14 }] }, 'too long for this field'],
  ])('are not written into %s', async (_name, now, words) => {
    const { result, written } = await write('Sleep diary.', { now })
    expect(result).toContain(words)
    expect(written).toEqual([])
  })

  test('that the page did not keep are reported', async () => {
    const { result } = await write('Sleep.', { outcome: { outcome: 'failed', reason: 'rejected-by-page' } })
    expect(result).toContain('The page did not keep this value.')
  })
})
