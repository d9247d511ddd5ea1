import { describe, expect, test } from 'vitest'
import { foldPart, partsOfValue, sentencesOf } from './parts.ts'

const cut = (text: string) => sentencesOf(text).map(([from, to]) => text.slice(from, to))

describe('the sentences of a text', () => {
  test.each([
    ['en', 'Sleeps well. Denies pain! Is she tired? No', ['Sleeps well.', 'Denies pain!', 'Is she tired?', 'No']],
    ['es', 'Duerme mal. ¿Toma algo? Sí, 50 mg.', ['Duerme mal.', '¿Toma algo?', 'Sí, 50 mg.']],
    ['ja', '昨日は眠れた。薬は飲んでいない。', ['昨日は眠れた。', '薬は飲んでいない。']],
    ['zh', '睡得好吗？很好。头痛！', ['睡得好吗？', '很好。', '头痛！']],
    ['ar', 'ينام جيدا. هل يتألم؟ لا.', ['ينام جيدا.', 'هل يتألم؟', 'لا.']],
    ['hi', 'नींद ठीक है। दर्द नहीं है।', ['नींद ठीक है।', 'दर्द नहीं है।']],
    ['el', 'Κοιμάται καλά. Δεν πονάει.', ['Κοιμάται καλά.', 'Δεν πονάει.']],
  ])('end where a reader of the language ends them (%s)', (_, text, wanted) => {
    expect(cut(text)).toEqual(wanted)
  })

  test.each([
    'Seen by Dr. Smith and J. Doe.',
    'Referred to Ana M. Cruz today.',
    'Takes 2.5 mg b.i.d. with food.',
    'Seit z.B. Montag bei Prof. Huber.',
    'Wieder am 3. März.',
    'Visita con la Sra. Ferrer.',
    'Compared e.g. Tylenol vs. Advil.',
  ])('do not end within an abbreviation: %s', (text) => {
    expect(cut(text)).toEqual([text])
  })

  test('end after what may also stand inside a sentence', () => {
    expect(cut('Naps at 5 p.m. She wakes late. Has hepatitis C. Denies fever. She said no. He agreed.')).toEqual([
      'Naps at 5 p.m.',
      'She wakes late.',
      'Has hepatitis C.',
      'Denies fever.',
      'She said no.',
      'He agreed.',
    ])
  })

  test('are the words of a line without its mark, with offsets into the text as it is stored', () => {
    const text = '### Next\n\n- [x] Call **sister**. Rest.\n2. Walk\n😀 Smiles. Is well.\n---'
    expect(cut(text)).toEqual(['Next', 'Call **sister**.', 'Rest.', 'Walk', '😀 Smiles.', 'Is well.'])
  })

  test('are found in a long text', () => {
    expect(sentencesOf('Sleeps well. '.repeat(7_000))).toHaveLength(7_000)
  })
})

describe('the parts of a value', () => {
  test('of a text are its sentences, in UTF-16 code units', () => {
    expect(partsOfValue({ type: 'string' }, ['😀 Well. Rested.'])).toEqual([
      { span: { kind: 'text', item: 0, from: 0, to: 8 }, text: '😀 Well.' },
      { span: { kind: 'text', item: 0, from: 9, to: 16 }, text: 'Rested.' },
    ])
  })

  test('of a choice are its options, and of a table its cells that are not empty', () => {
    expect(partsOfValue({ type: 'multiple_choice' }, ['Fever', 'Cough'])).toEqual([
      { span: { kind: 'item', item: 0 }, text: 'Fever' },
      { span: { kind: 'item', item: 1 }, text: 'Cough' },
    ])
    const table = { type: 'table', headers: ['Medicine', 'Dose'] } as const
    expect(partsOfValue(table, ['Sertraline', '', 'Melatonin', '3 mg'])).toEqual([
      { span: { kind: 'cell', row: 0, column: 0 }, text: 'Sertraline' },
      { span: { kind: 'cell', row: 1, column: 0 }, text: 'Melatonin' },
      { span: { kind: 'cell', row: 1, column: 1 }, text: '3 mg' },
    ])
  })

  test('are compared without their Markdown', () => {
    expect(foldPart('Takes **150 mg**  ==daily=={2}.')).toBe('Takes 150 mg daily.')
  })
})
