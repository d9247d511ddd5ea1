import { describe, expect, test } from 'vitest'
import type { Field, Result } from '../../../lib/contracts/index.ts'
import { embeddedWriter, generate } from '../index.ts'

const visit = [
  'Doctor: Hi, Rosa. So, Rosa is a 61 year old female with a past medical history significant for asthma, gout, and prior appendectomy, who presents with right wrist pain.',
  'Patient: Hi doctor. I slipped on the ice and caught myself with my hand.',
  'Doctor: When did that happen?',
  'Patient: It was three days ago, on the way to work.',
  'Doctor: On a scale of one to ten, how bad is the pain?',
  'Patient: Oh, about a six.',
  'Doctor: Any numbness or tingling in the fingers? Any fever?',
  'Patient: No.',
  'Doctor: Are you still taking the allopurinol? I have you on a hundred milligrams once a day.',
  'Patient: Yes, every morning. And I take some Tylenol when it hurts.',
  'Doctor: Any surgeries besides the appendix?',
  'Patient: I had my gallbladder taken out in 2015.',
  'Doctor: Does anybody in your family have bone problems?',
  'Patient: My mother had osteoporosis.',
  'Doctor: Okay. Your blood pressure is one twenty eight over seventy six and your heart rate is seventy four. On your wrist exam, you have tenderness over the distal radius and some swelling. Your pulses are strong.',
  'Doctor: I reviewed your x-ray, and it shows a small crack, no displacement.',
  'Patient: Is that bad?',
  'Doctor: So for your first problem, I think you have a distal radius fracture. We will put you in a splint, and I want you to take ibuprofen, 600 milligrams every six hours with food. If it does not get better we can consider an MRI.',
  'Doctor: For the gout, continue the allopurinol, 100 milligrams once a day. I am going to order a uric acid level with your blood work. Come back and see me in two weeks.',
  'Patient: All right, thank you.',
]

type Asked = Field extends infer One ? (One extends Field ? Omit<One, 'id'> : never) : never
async function write(field: Asked): Promise<Result | undefined> {
  const { results } = await generate({
    template: {
      id: 'visit',
      name: 'Visit',
      instructions: 'Speak of the patient.',
      fields: [{ ...field, id: 'asked' } as Field],
    },
    turns: visit,
    context: { patient: { gender: 'female' } },
    writers: () => embeddedWriter,
    signal: AbortSignal.timeout(60_000),
  })
  return results[0]
}
const text = async (name: string): Promise<string> => (await write({ type: 'string', name }))?.value.join(' ') ?? ''

describe('from a visit with an examination the built-in writer extracts', () => {
  test('why the patient came, since when, how severe and on which side', async () => {
    expect(await text('Chief complaint')).toContain('Right wrist pain')
    expect(await text('Onset')).toMatch(/three days ago|3 days ago/)
    expect((await write({ type: 'number', name: 'Pain score' }))?.value).toEqual(['6'])
    expect((await write({ type: 'single_choice', name: 'Side', options: ['Left', 'Right', 'Both'] }))?.value).toEqual([
      'Right',
    ])
  })

  test('the history: illnesses, operations, family', async () => {
    expect(await text('Past medical history')).toMatch(/Asthma.*Gout/)
    const operations = await text('Past surgical history')
    expect(operations).toMatch(/appendectomy/i)
    expect(operations).toMatch(/gallbladder/)
    expect(await text('Family history')).toContain('osteoporosis')
  })

  test('every complaint that one no denies', async () => {
    for (const name of ['Numbness or tingling', 'Fever'])
      expect(await write({ type: 'boolean', name })).toMatchObject({ value: ['No'], state: 'denied' })
    expect(await write({ type: 'boolean', name: 'Cough' })).toMatchObject({ value: [], state: 'not_discussed' })
  })

  test('what was measured, found and shown', async () => {
    expect(await text('Blood pressure')).toBe('128/76')
    expect((await write({ type: 'number', name: 'Heart rate' }))?.value).toEqual(['74'])
    expect(await text('Physical examination')).toContain('tenderness over the distal radius')
    expect(await text('Test results')).toContain('small crack')
    expect(await text('Assessment')).toContain('distal radius fracture')
  })

  test('current medicines, separately from newly prescribed ones', async () => {
    const headers = ['Medication', 'Dose', 'Frequency']
    const taken = await write({ type: 'table', name: 'Current medications', headers, rows: [] })
    expect(taken?.value.slice(0, 2)).toEqual(['Allopurinol', '100 mg'])
    expect(taken?.value).not.toContain('Ibuprofen')
    const given = await write({ type: 'table', name: 'Medications prescribed', headers, rows: [] })
    expect(given?.value).toEqual(['Ibuprofen', '600 mg', 'every 6 hours', 'Allopurinol', '100 mg', 'once a day'])
  })

  test('what is ordered, without mere considerations, and when to come back', async () => {
    const options = ['MRI', 'Blood work', 'Brace or splint', 'Surgery']
    expect((await write({ type: 'multiple_choice', name: 'Tests and referrals ordered', options }))?.value).toEqual([
      'Blood work',
      'Brace or splint',
    ])
    expect(await text('Follow-up')).toMatch(/two weeks|2 weeks/)
  })

  test('only words said in the session, with quotes', async () => {
    for (const name of [
      'Chief complaint',
      'History of present illness',
      'Physical examination',
      'Plan',
      'Review of systems',
    ]) {
      const result = await write({ type: 'string', name })
      expect(result?.evidence.length).toBeGreaterThan(0)
      for (const { turn, quote } of result?.evidence ?? []) expect(visit[turn]).toContain(quote)
      expect(result?.flags).toEqual([])
    }
  })
})
