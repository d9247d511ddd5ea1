import { describe, expect, test } from 'vitest'
import type { Omission, Result } from '../../../lib/contracts/index.ts'
import { enteredByHand } from './by-hand.ts'

const field = { id: 'plan', type: 'string' } as const
const sleep = { turn: 1, quote: 'I sleep five hours a night.' }
const walk = { turn: 3, quote: 'I walk to the river with my dog.' }
const before: Result = {
  ...field,
  value: ['Client sleeps five hours a night. Walks her dog to the river 12 times a week.'],
  confidence: 0.8,
  state: 'stated',
  evidence: [sleep, walk],
  flags: [{ severity: 2, text: '12', reason: 'This number was not said in the session.' }],
}
const edit = (value: string, from: Result | undefined = before, omissions: Omission[] = []) =>
  enteredByHand(field, value === '' ? [] : [value], from, omissions)

describe('a value that a person changes', () => {
  test('saved without a change, stays as it was', () => {
    expect(enteredByHand(field, [...before.value], before)).toBe(before)
  })

  test('keeps evidence and flags of the unchanged parts, and names the typed parts', () => {
    const result = edit(`${before.value[0]} Agreed to keep a diary.`)
    expect(result).toMatchObject({ state: 'entered', byHand: ['Agreed to keep a diary.'], evidence: [sleep, walk] })
    expect(result.flags).toEqual(before.flags)
  })

  test('has no evidence for a rewritten sentence', () => {
    const result = edit('Client sleeps five hours a night. Goes for a walk with her dog.')
    expect(result).toMatchObject({ evidence: [sleep], flags: [], byHand: ['Goes for a walk with her dog.'] })
  })

  test('loses the evidence of a deleted sentence', () => {
    expect(edit('Client sleeps five hours a night.')).toMatchObject({ evidence: [sleep], flags: [], byHand: [] })
  })

  test('completely rewritten has no evidence', () => {
    expect(edit('Doing well.')).toEqual({
      ...field,
      value: ['Doing well.'],
      confidence: 1,
      state: 'entered',
      evidence: [],
      flags: [],
    })
    expect(edit('')).toMatchObject({ value: [], state: 'entered', evidence: [], flags: [] })
  })

  test('with only a different layout does not count as typed', () => {
    const result = edit('- Client sleeps **five** hours a night.\n- Walks her dog to the river 12 times a week.')
    expect(result).toMatchObject({ byHand: [], evidence: [sleep, walk] })
  })

  test('changed twice, what was typed the first time still counts as typed', () => {
    const first = edit(`${before.value[0]} Agreed to keep a diary.`)
    const second = edit(`${first.value[0]} Will call.`, first)
    expect(second).toMatchObject({ byHand: ['Agreed to keep a diary.', 'Will call.'], evidence: [sleep, walk] })
    const alone = edit('Typed. Typed again.', edit('Typed.'))
    expect(alone).toMatchObject({ evidence: [] })
    expect(alone).not.toHaveProperty('byHand')
  })

  test('in a field with a single answer is entirely theirs', () => {
    const dose: Result = { ...before, type: 'number', value: ['50'], evidence: [sleep] }
    expect(enteredByHand({ id: 'plan', type: 'number' }, ['75'], dose)).toMatchObject({ evidence: [], flags: [] })
  })

  test('in a table keeps the unchanged cells', () => {
    const table: Result = { ...before, type: 'table', value: ['Sleep', 'five hours', 'Walk', 'river with dog'] }
    const result = enteredByHand({ id: 'plan', type: 'table' }, ['Sleep', 'five hours', 'Walk', 'hills'], table)
    expect(result).toMatchObject({ byHand: ['hills'], evidence: [sleep] })
  })
})

describe('a quote that names its sentence', () => {
  const slept = 'Client sleeps five hours a night.'
  const walked = 'Walks her dog to the river 12 times a week.'
  const text = (from: number, to: number) => ({ kind: 'text', item: 0, from, to }) as const
  const linked: Result = {
    ...before,
    evidence: [
      { ...sleep, span: text(0, slept.length) },
      { ...walk, span: text(slept.length + 1, slept.length + 1 + walked.length) },
    ],
  }

  test('follows the sentence to its new place', () => {
    const result = edit(`New. ${walked} ${slept}`, linked)
    expect(result.evidence.map(({ turn, span }) => [turn, span?.kind === 'text' && [span.from, span.to]])).toEqual([
      [1, [6 + walked.length, 6 + walked.length + slept.length]],
      [3, [5, 5 + walked.length]],
    ])
    expect(result.byHand).toEqual(['New.'])
  })

  test('is dropped when a word of the sentence changes, also if the quote has the new word', () => {
    const result = edit(`${slept} Walks her dog to the river.`, linked)
    expect(result.evidence).toEqual([linked.evidence[0]])
  })

  test('stays with a cell whose row has moved', () => {
    const table = { id: 'plan', type: 'table', headers: ['What', 'How'] } as const
    const cell = (row: number, column: number) => ({ kind: 'cell', row, column }) as const
    const rows: Result = {
      ...before,
      type: 'table',
      value: ['Sleep', 'five hours', 'Walk', 'river'],
      evidence: [{ ...walk, span: cell(1, 1) }],
    }
    const result = enteredByHand(table, ['Walk', 'river'], rows)
    expect(result.evidence).toEqual([{ ...walk, span: cell(0, 1) }])
  })
})

describe('a statement of the session added to the note', () => {
  const omission: Omission = { turn: 7, quote: 'I stopped the lithium. It made me shake.', kind: 'medication' }
  const added = `${before.value[0]}\n\n“${omission.quote}”`

  test('has its own turn as evidence, beside the evidence of the rest', () => {
    const result = edit(added, before, [omission])
    const from = before.value[0]?.length ?? 0
    expect(result.evidence).toEqual([
      sleep,
      walk,
      { turn: 7, quote: omission.quote, span: { kind: 'text', item: 0, from: from + 2, to: from + 25 } },
      { turn: 7, quote: omission.quote, span: { kind: 'text', item: 0, from: from + 26, to: from + 44 } },
    ])
    expect(result.flags).toEqual(before.flags)
    expect(result.byHand).toEqual(['“I stopped the lithium.', 'It made me shake.”'])
  })

  test('keeps its turn through the next change, and loses it with its words', () => {
    const first = edit(added, before, [omission])
    const turns = (result: Result) => [...new Set(result.evidence.map(({ turn }) => turn))]
    expect(turns(edit(`${added} Will call.`, first, []))).toEqual([7, sleep.turn, walk.turn])
    expect(turns(edit(before.value[0] ?? '', first, []))).toEqual([sleep.turn, walk.turn])
  })

  test('in an empty field has only its own turn as evidence', () => {
    const { evidence } = edit(`“${omission.quote}”`, undefined, [omission])
    expect(new Set(evidence.map(({ turn, quote }) => `${turn} ${quote}`))).toEqual(new Set([`7 ${omission.quote}`]))
  })
})

test('a page value that a person changes no longer counts as from the page', () => {
  const page: Result = { ...before, state: 'entered', given: 'page', evidence: [], flags: [] }
  expect(edit(`${page.value[0]} More.`, page)).not.toHaveProperty('given')
})

describe('the answer to a field that was mentioned without a certain answer', () => {
  const unclear = (type: Result['type']): Result => ({
    ...before,
    type,
    value: [],
    state: 'unclear',
    evidence: [sleep, walk],
    flags: [{ severity: 1, text: '', reason: 'Left empty.' }],
    writer: 'embedded',
  })

  test.each<[Result['type'], string[]]>([
    ['boolean', ['Yes']],
    ['single_choice', ['Poor']],
    ['multiple_choice', ['Poor', 'Short']],
    ['number', ['5']],
    ['string', ['Sleeps badly. Walks.']],
    ['table', ['Sleep', 'five hours']],
    ['boolean', []],
  ])('keeps its quotes, and is entirely theirs: %s %j', (type, value) => {
    const result = enteredByHand({ id: 'plan', type }, value, unclear(type))
    expect(result).toEqual({
      id: 'plan',
      type,
      value,
      confidence: 1,
      state: 'entered',
      evidence: [sleep, walk],
      flags: [],
    })
  })

  test('keeps its quotes when it is changed again', () => {
    for (const type of ['boolean', 'string'] as const) {
      const first = enteredByHand({ id: 'plan', type }, ['Yes'], unclear(type))
      const second = enteredByHand({ id: 'plan', type }, ['No'], first)
      expect(second).toMatchObject({ value: ['No'], evidence: [sleep, walk] })
    }
  })

  test('has the quote of an omission that is added to it, once', () => {
    const omission: Omission = { kind: 'plan', turn: 5, quote: 'We meet on Monday.' }
    const known: Omission = { kind: 'plan', ...walk }
    const value = [`“${walk.quote}”\n\n“${omission.quote}”`]
    const { evidence } = enteredByHand(field, value, unclear('string'), [omission, known])
    expect(evidence).toEqual([sleep, walk, { turn: 5, quote: 'We meet on Monday.' }])
  })
})

test('who wrote a value is known as long as a part of it is left', () => {
  const written: Result = { ...before, writer: 'model' }
  expect(edit(`${before.value[0]} Agreed to keep a diary.`, written).writer).toBe('model')
  expect(edit('Doing well.', written)).not.toHaveProperty('writer')
})
