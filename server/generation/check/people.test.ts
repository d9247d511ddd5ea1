import { describe, expect, test } from 'vitest'
import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const text: Field = { id: 'f', name: 'Text', type: 'string' }

/**
 * Checks a value and returns its flagged parts. The evidence is `over.quote` or, by default, the whole turn with the
 * index `over.turn` (default: 0).
 */
function doubted(
  turns: string[],
  value: string,
  over: { turn?: number; quote?: string; field?: Field } = {},
  context: VisitContext = { patient: { name: 'Dana O’Neill' }, provider: { name: 'Ruth Adeyemi' } },
): string[] {
  const { turn = 0, field = text } = over
  const { quote = (turns[turn] ?? '').replace(/^Speaker \d: /, '') } = over
  const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence: [{ turn, quote }] }
  const { result } = checkDraft(field, draft, { turns, context, stock: takeStock(turns, context) })
  return result.flags.map((flag) => flag.text)
}

describe('a name', () => {
  const turns = [
    'Speaker 1: My friend Katarzyna drives me. My boss Stevens called, and my aunt lives in Ohio. My brother Jean-Luc came. My cousins Lukas and Mark too.',
    'Speaker 1: I like our dog Bruno.',
  ]
  test.each([
    'Her friend Katarzyna drives her.',
    'Her friend Katarzina drives her.',
    'Her friend Katarzyna’s car is old.',
    'Her boss Stephens called.',
    'Called by Mr. Stevens.',
    'Seen at Dr. Stevens Clinic.',
    'Her cousin Lucas came.',
    'Walk More And Sleep Well With Novak',
    'Walks at Novak Center: every day.',
    'Her aunt lives in Ohio.',
    'Her brother Luc came.',
    'Has a dog, Bruno.',
    'Dana O’Neill was seen by Ruth Adeyemi.',
    'Seen by Dr. Adeyemi with O’Neill.',
    'Tests for Parkinson’s disease and Foobar syndrome.',
    'The Babinski and the Romberg were normal.',
    'PTSD with ADHD; boss of McDonald.',
    'Plan: Walk More And Sleep Well Every Night',
    'Boss and Friend: Walks',
    'The foobar is here, and Foobar is a word of the note.',
    'Reports Sadness and Tearfulness.',
    'Oak drives on the road.',
    'Denies pain. Insomnia has improved.',
  ])('%s counts as said', (value) => expect(doubted(turns, value)).toEqual([]))
  test.each([
    ['Her friend Katerzine drives her.', ['Katerzine']],
    ['Her friend Marta drives her.', ['Marta']],
    ['Marta drives her.', ['Marta']],
    ['Her cousin Marc came.', ['Marc']],
    ['Novak drives her.', ['Novak']],
    ['- Novak drives her.', ['Novak']],
    ['Sleeps well. Novak’s car is old.', ['Novak']],
    ['She said “Marta sleeps”.', ['Marta']],
    ['Her aunt lives in Iowa.', ['Iowa']],
    ['Called by Mr. Lee.', ['Lee']],
    ['Called by Dr. Alan Lee.', ['Alan', 'Lee']],
    ['Called by Dr. Novak Stevens.', ['Novak']],
    ['Called by Novak and by Mr. Novak.', ['Novak']],
    ['Called by Novak, then by Novak again.', ['Novak']],
    ['She and Novak and Marta came.', ['Novak', 'Marta']],
    ['Plan: she walks with Novak every day.', ['Novak']],
  ])('%s does not', (value, names) => expect(doubted(turns, value)).toEqual(names))
  test('in the name of the field needs no support', () => {
    const field: Field = { id: 'f', name: 'Contact with Novak', type: 'string' }
    expect(doubted(turns, 'Had contact with Novak.', { field })).toEqual([])
    expect(doubted(turns, 'Had contact with Marta.', { field })).toEqual(['Marta'])
    const template: Field = { id: 'f', name: 'T', type: 'template', text: 'Seen by Novak: [who]' }
    expect(doubted(turns, 'Seen by Novak: her friend, and Novak.', { field: template })).toEqual([])
    const table: Field = { id: 'f', name: 'T', type: 'table', headers: ['by Novak'], rows: [] }
    expect(doubted(turns, 'Called by Novak.', { field: table })).toEqual([])
  })
  test('in a cell of a table is compared too, but not in a cell that the template fills', () => {
    const field: Field = { id: 'f', name: 'T', type: 'table', headers: ['Who', 'What'], rows: [['by Novak', '']] }
    const flags = (cell: string) => {
      const value = ['by Novak', cell]
      const evidence = [{ turn: 0, quote: 'My boss Stevens called' }]
      const draft = { id: 'f', value, confidence: 1, state: 'stated' as const, evidence }
      return checkDraft(field, draft, { turns, context: {}, stock: takeStock(turns, {}) }).result.flags
    }
    expect(flags('called by Stevens')).toEqual([])
    expect(flags('called by Marta')).toMatchObject([{ severity: 2, text: 'Marta' }])
  })
})

describe('a medicine', () => {
  const turns = [
    'Speaker 1: I take sertraline. It helps.',
    'Speaker 0: And lithium?',
    'Speaker 1: I stopped that.',
    'Speaker 1: I like it.',
  ]
  const it = { turn: 0, quote: 'It helps.' }
  const that = { turn: 2, quote: 'I stopped that.' }
  test('may be the last one that was named before "it"', () => {
    expect(doubted(turns, 'Sertraline helps.', it)).toEqual([])
    expect(doubted(turns, 'Lithium helps.', it)).toEqual(['Lithium'])
    expect(doubted(turns, 'Likes lithium.', { turn: 3, quote: 'I like it.' })).toEqual([])
    expect(doubted(turns, 'Likes sertraline.', { turn: 3, quote: 'I like it.' })).toEqual(['sertraline'])
  })
  test('may stand in the question that the quote answers', () => {
    expect(doubted(turns, 'Stopped lithium.', that)).toEqual([])
    expect(doubted(turns, 'Stopped sertraline.', that)).toEqual(['sertraline'])
  })
  test('is not supported by a sentence that names another medicine', () => {
    const two = ['Speaker 1: I stopped lithium. I take sertraline.']
    expect(doubted(two, 'Takes sertraline.', { quote: 'I take sertraline.' })).toEqual([])
    expect(doubted(two, 'Takes lithium.', { quote: 'I take sertraline.' })).toEqual(['lithium'])
  })
  test('is flagged once, and not if the name of the field names it', () => {
    const field: Field = { id: 'f', name: 'Lithium use', type: 'string' }
    expect(doubted(turns, 'Prozac helps, says Prozac is good.', it)).toEqual(['Prozac'])
    expect(doubted(turns, 'Takes Lithium and Prozac.', { ...it, field })).toEqual(['Prozac'])
  })
})
