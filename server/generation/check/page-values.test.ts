import { describe, expect, test } from 'vitest'
import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import type { Draft } from '../draft.ts'
import { embeddedWriter } from '../embedded/index.ts'
import { generate } from '../engine.ts'
import { checkDraft, takeStock } from './index.ts'

const turns = ['Speaker 0: Any changes?', 'Speaker 1: I sleep six hours a night now.']
const context: VisitContext = {
  page_values: [
    { label: 'Current medications:', value: 'Sertraline 50 mg daily, prescribed by Dr. Miller' },
    { label: 'Fit for work', value: 'Yes' },
    { label: 'Risk factors', value: 'Isolation, Access to means' },
    { label: 'Level of care', value: 'Inpatient' },
    { label: 'Sleep', value: 'Two hours a night' },
  ],
}
const medications: Field = { id: 'meds', name: 'Current medications', type: 'string' }
const work: Field = { id: 'work', name: 'Fit for work', type: 'boolean' }
const risks: Field = {
  id: 'risks',
  name: 'Risk factors',
  type: 'multiple_choice',
  options: ['Isolation', 'Access to means', 'Trauma'],
}
const care: Field = { id: 'care', name: 'Level of care', type: 'single_choice', options: ['Outpatient', 'Residential'] }
const sleep: Field = { id: 'sleep', name: 'Sleep', type: 'string' }
const check = (field: Field, value: string[], evidence: Draft['evidence'] = [], visit = context) =>
  checkDraft(
    field,
    { id: field.id, value, confidence: 0.9, state: 'stated', evidence },
    { turns, context: visit, stock: takeStock(turns, visit) },
  )

describe('a value that the page already has', () => {
  test('is marked as from the page if an answer repeats it, and never as said', () => {
    const { result, faults } = check(medications, ['Sertraline 50 mg daily, prescribed by Dr. Miller'])
    expect(faults).toEqual([])
    expect(result).toMatchObject({ state: 'entered', given: 'page', evidence: [], flags: [] })
  })

  test('supports only its own field if the answer is one word', () => {
    expect(check(work, ['Yes']).result).toMatchObject({ state: 'entered', given: 'page' })
    const other = check({ ...work, id: 'other', name: 'Suicidal ideation' }, ['Yes']).result
    expect(other.given).toBeUndefined()
    expect(other.flags).not.toEqual([])
  })

  test('is necessary: without it, the same answer is flagged as unsupported by the session', () => {
    const { result } = check(medications, ['Sertraline 50 mg daily'], [], {})
    expect(result.given).toBeUndefined()
    expect(result.flags).not.toEqual([])
  })

  test('cannot support words of the session: a number that only the page has is flagged there, and not asked about again', () => {
    const quote = { turn: 1, quote: 'I sleep six hours a night now.' }
    const { result, faults } = check(sleep, ['Sleeps six hours a night on 50 mg.'], [quote])
    expect(faults).toEqual([])
    expect(result.flags).toEqual([
      { severity: 1, text: '50', reason: 'This comes from the page in your EHR. It was not said in the session.' },
    ])
    expect(check(sleep, ['Sleeps six hours a night on 75 mg.'], [quote]).result.flags).toMatchObject([{ severity: 2 }])
  })

  test('a part of a number in the page does not count as a number in the page', () => {
    const quote = { turn: 1, quote: 'I sleep six hours a night now.' }
    expect(check(sleep, ['Sleeps six hours a night on 5 mg.'], [quote]).result.flags).toMatchObject([{ severity: 2 }])
  })
})

test('the built-in writer takes over page values that fit their field if nobody spoke about it; spoken words take precedence', async () => {
  const template = { id: 't', name: 'T', instructions: '', fields: [medications, work, risks, care, sleep] }
  const write = async (visit: VisitContext) => {
    const signal = new AbortController().signal
    const output = await generate({ template, turns, context: visit, writers: () => embeddedWriter, signal })
    return Object.fromEntries(output.results.map((result) => [result.id, result]))
  }
  const written = await write(context)
  expect(written.meds).toMatchObject({ state: 'entered', given: 'page', evidence: [] })
  expect(written.risks).toMatchObject({ value: ['Isolation', 'Access to means'], given: 'page' })
  expect(written.care).toMatchObject({ value: [], state: 'not_discussed', flags: [] })
  expect(written.sleep?.given).toBeUndefined()
  expect(written.sleep?.value.join()).toContain('six')
  for (const { value, id } of Object.values(await write({})))
    expect([id, id === 'sleep' || value.length === 0]).toEqual([id, true])
})
