import { describe, expect, test } from 'vitest'
import type { Field } from '../../lib/contracts/index.ts'
import type { Draft } from './draft.ts'
import { mergeFindings } from './merge-findings.ts'

const found = (turn: number, value: string[], more: Partial<Draft> = {}): Draft => ({
  id: 'f',
  value,
  state: 'stated',
  confidence: 0.9,
  evidence: [{ turn, quote: `quote ${turn}` }],
  ...more,
})
const nothing: Draft = { id: 'f', value: [], state: 'not_discussed', confidence: 0, evidence: [] }
const field = (rest: object): Field => ({ id: 'f', name: 'F', type: 'string', ...rest }) as Field
const merged = (rest: object, ...drafts: Draft[]) => mergeFindings(field(rest), drafts)

test('a text has what every part found, once, with all quotes in the order of the session', () => {
  const { draft, conflicts } = merged(
    {},
    found(9, ['Sleeps five hours. Walks daily.']),
    nothing,
    found(3, ['Walks daily. Stopped smoking.'], { confidence: 0.5 }),
  )
  expect(draft.value).toEqual(['Sleeps five hours. Walks daily. Stopped smoking.'])
  expect(draft.evidence.map(({ turn }) => turn)).toEqual([3, 9])
  expect([draft.confidence, conflicts]).toEqual([0.5, []])
})

test('the lines of a numbered list are numbered anew', () => {
  const { draft } = merged({}, found(1, ['1. Walk.\n2. Sleep.']), found(2, ['1. Sleep.\n2. Eat.']))
  expect(draft.value).toEqual(['1. Walk.\n2. Sleep.\n3. Eat.'])
})

test('a field that asks for numbers has its items numbered anew, also if each part found one', () => {
  const { draft } = merged({ format: 'numbered' }, found(1, ['1. Walk.']), found(2, ['1. Sleep.']))
  expect(draft.value).toEqual(['1. Walk.\n2. Sleep.'])
})

test('numbers that are no list stay, and lines that differ only in their number are all kept', () => {
  const { draft } = merged({}, found(1, ['3. Mai: Beginn.']), found(2, ['17. Mai: Beginn.\n1. Juni: Ende.']))
  expect(draft.value).toEqual(['3. Mai: Beginn.\n17. Mai: Beginn.\n1. Juni: Ende.'])
  expect(merged({}, found(1, ['1. Walk.']), found(2, ['1. Sleep.'])).draft.value).toEqual(['1. Walk.\n1. Sleep.'])
})

test('options are put together in the order of the field', () => {
  const { draft } = merged({ type: 'multiple_choice', options: ['A', 'B', 'C'] }, found(1, ['C']), found(2, ['A', 'C']))
  expect(draft.value).toEqual(['A', 'C'])
})

test('if only one answer is possible, the later one is kept and all are shown', () => {
  const { draft, conflicts } = merged({ type: 'boolean' }, found(1, ['Yes']), found(80, ['No'], { state: 'denied' }))
  expect([draft.value, draft.state, draft.evidence.length]).toEqual([['No'], 'denied', 2])
  expect(conflicts).toEqual([
    {
      severity: 2,
      text: '',
      reason: 'Different parts of the session say different things: “Yes”, then “No”. Check which is right.',
    },
  ])
  expect(merged({ type: 'number' }, found(1, ['5']), found(2, ['5'])).conflicts).toEqual([])
})

test('a text that one part denies and another states is shown as a conflict', () => {
  const { conflicts } = merged({}, found(1, ['Denies smoking.'], { state: 'denied' }), found(2, ['Smokes.']))
  expect(conflicts).toMatchObject([{ severity: 2 }])
})

test('given rows of a table are filled cell by cell, other rows are added', () => {
  const given = {
    type: 'table',
    headers: ['Name', 'Dose'],
    rows: [
      ['Insulin', ''],
      ['', ''],
    ],
  }
  const { draft, conflicts } = merged(
    given,
    found(1, ['Insulin', '', 'Sertraline', '50 mg']),
    found(2, ['Insulin', '10 units', 'Ibuprofen', '200 mg']),
    found(3, ['Insulin', '12 units', 'Sertraline', '50 mg']),
  )
  expect(draft.value).toEqual(['Insulin', '12 units', 'Sertraline', '50 mg', 'Ibuprofen', '200 mg'])
  expect(conflicts).toMatchObject([{ reason: expect.stringContaining('“10 units”, then “12 units”') }])
})

test('the answers to each placeholder of a template text are put together', () => {
  const { draft } = merged(
    { type: 'template', text: 'Sleep: [hours]. Plan: [plan]' },
    found(1, ['Sleep: five hours. Plan: ']),
    found(2, ['Sleep: . Plan: walk more']),
  )
  expect(draft.value).toEqual(['Sleep: five hours. Plan: walk more'])
})

describe('parts that mention a field without a certain answer', () => {
  const unclear = (turn: number): Draft => found(turn, [], { state: 'unclear' })

  test('give all their words, if no part has an answer', () => {
    const { draft, conflicts } = merged({ type: 'boolean' }, nothing, unclear(40), unclear(3))
    expect(draft).toMatchObject({ value: [], state: 'unclear' })
    expect(draft.evidence.map(({ turn }) => turn)).toEqual([3, 40])
    expect(conflicts).toEqual([])
  })

  test('are shown beside the answer of another part, with their words', () => {
    for (const type of ['boolean', 'string']) {
      const { draft, conflicts } = merged({ type }, found(1, ['Yes']), unclear(80))
      expect([draft.value, draft.state, draft.evidence.length]).toEqual([['Yes'], 'stated', 2])
      expect(conflicts).toMatchObject([{ severity: 2, reason: expect.stringContaining('without a certain answer: “') }])
    }
    expect(merged({ type: 'number' }, found(1, ['5']), found(2, ['6']), unclear(3)).conflicts).toHaveLength(2)
  })
})
