import { describe, expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const text: Field = { id: 'f', name: 'Text', type: 'string' }
const yesNo = (name: string): Field => ({ id: 'f', name, type: 'boolean' })
const one = (name: string, ...options: string[]): Field => ({ id: 'f', name, type: 'single_choice', options })

/** The parts of a value that say the opposite of its evidence. The evidence is the last turn, or `turn`. */
function opposite(field: Field, value: string[], turns: string[], turn = turns.length - 1): string[] {
  const quote = (turns[turn] ?? '').replace(/^Speaker \d: /, '')
  const draft = { id: 'f', value, confidence: 1, state: 'stated' as const, evidence: [{ turn, quote }] }
  const { result, faults } = checkDraft(field, draft, { turns, context: {}, stock: takeStock(turns, {}) })
  const flags = result.flags.filter(({ severity }) => severity === 3)
  expect(faults.length).toBe(result.flags.length)
  return flags.map((flag) => flag.text)
}
const answered = (question: string, answer: string) => [`Speaker 0: ${question}`, `Speaker 1: ${answer}`]
const said = (words: string, value: string) => opposite(text, [value], [`Speaker 1: ${words}`])

describe('a yes or no', () => {
  const pain = yesNo('Current chest pain symptoms')
  test.each([
    ['Any chest pain?', 'Yes.', 'No'],
    ['Any chest pain?', 'Yes, I do.', 'No'],
    ['Any chest pain?', 'No.', 'Yes'],
    ['Any chest pain?', 'Uh, no.', 'Yes'],
    ['Any chest pain?', 'No, I climb stairs every day.', 'Yes'],
    ['How are you?', 'I have chest pain.', 'No'],
    ['How are you?', 'I have no chest pain.', 'Yes'],
  ])('%s %s is the opposite of %s', (question, answer, value) => {
    expect(opposite(pain, [value], answered(question, answer))).toEqual([''])
    expect(opposite(pain, [value === 'Yes' ? 'No' : 'Yes'], answered(question, answer))).toEqual([])
  })
  test.each([
    ['Any chest pain?', 'No. My chest pain comes at night.'],
    ['Any chest pain or fever?', 'No.'],
    ['Any chest pain, fever?', 'No.'],
    ['Any fever? Any chest pain?', 'No.'],
    ['How is the chest pain?', 'No.'],
    ['No chest pain?', 'No.'],
    ['Any chest pain?', 'Not sure.'],
    ['Any chest pain?', 'Well. No, I climb stairs.'],
    ['Any pain?', 'No.'],
    ['You see?', 'Could it be chest pain?'],
    ['How are you?', 'If I run I get chest pain.'],
  ])('%s %s is not judged', (question, answer) => {
    for (const value of ['Yes', 'No']) expect(opposite(pain, [value], answered(question, answer))).toEqual([])
  })
  test.each(['Denies chest pain', 'No chest pain', 'Any'])('to a field with the name %s is not judged', (name) => {
    for (const answer of ['Yes.', 'No.'])
      for (const value of ['Yes', 'No'])
        expect(opposite(yesNo(name), [value], answered('Any chest pain?', answer))).toEqual([])
  })
  test('a no at the beginning of a statement belongs to the answer or to the statement', () => {
    const divorced = yesNo('Divorced')
    expect(opposite(divorced, ['No'], ['Speaker 1: No, divorced.'])).toEqual([''])
    for (const value of ['Yes', 'No']) expect(opposite(divorced, [value], ['Speaker 1: No divorced.'])).toEqual([])
  })
})

describe('an option', () => {
  const status = one('Marital status', 'Married', 'Divorced', 'Widowed')
  const risk = one('Suicidal ideation', 'Denied', 'Passive', 'Active')
  test('is flagged if the quote names exactly one other option', () => {
    const turns = ['Speaker 1: I am divorced, no kids.']
    expect(opposite(status, ['Divorced'], turns)).toEqual([])
    expect(opposite(status, ['Married'], turns)).toEqual(['Married'])
    const both = ['Speaker 1: I am divorced. My brother is married.']
    for (const chosen of ['Widowed', 'Divorced']) expect(opposite(status, [chosen], both)).toEqual([])
  })
  test('is flagged if the quote denies it', () => {
    expect(opposite(status, ['Divorced'], ['Speaker 1: I am not divorced.'])).toEqual(['Divorced'])
    expect(opposite(status, ['Married'], ['Speaker 1: I am not divorced.'])).toEqual([])
  })
  test('that states an absence is flagged after a yes, any other option after a no', () => {
    const question = 'Any suicidal thoughts?'
    expect(opposite(risk, ['Denied'], answered(question, 'Yes.'))).toEqual(['Denied'])
    expect(opposite(risk, ['Active'], answered(question, 'Yes.'))).toEqual([])
    expect(opposite(risk, ['Active'], answered(question, 'No.'))).toEqual(['Active'])
    expect(opposite(risk, ['Denied'], answered(question, 'No.'))).toEqual([])
    const noAbsence = one('Suicidal ideation', 'Low', 'High')
    expect(opposite(noAbsence, ['High'], answered(question, 'No.'))).toEqual([])
    const negative = one('Denies suicidal ideation', 'None', 'High')
    expect(opposite(negative, ['High'], answered(question, 'No.'))).toEqual([])
  })
  test('of several is flagged alone', () => {
    const habits: Field = { id: 'f', name: 'Habits', type: 'multiple_choice', options: ['Exercise', 'Skips lunch'] }
    const turns = ['Speaker 1: I skip lunch. I do not exercise.']
    expect(opposite(habits, ['Exercise', 'Skips lunch'], turns)).toEqual(['Exercise'])
    expect(opposite(habits, ['Skips lunch'], turns)).toEqual([])
  })
})

describe('a sentence of a text', () => {
  test.each([
    ['I have no chest pain.', 'Sleeps well. Reports chest pain. Eats.', 'Reports chest pain.'],
    ['I have no chest pain.', 'Sleeps well.\nChest pain', 'Chest pain'],
    ['I have no chest pain.', '**Chest:** chest pain.', '**Chest:** chest pain.'],
    ['I have no chest pain.', 'Chest pain; sleeps well.', 'Chest pain;'],
    ['I have no chest pain.', 'Has chest pain, eats well.', 'Has chest pain, eats well.'],
    ['I have no chest pain. My knee hurts.', 'Reports chest pain.', 'Reports chest pain.'],
    ['I smoke. I drink wine.', 'Denies smoking.', 'Denies smoking.'],
    ['I smoke cigarettes. I do not drink beer.', 'Smokes cigarettes, drinks beer.', 'Smokes cigarettes, drinks beer.'],
  ])('%s is the opposite of %s', (words, value, part) => expect(said(words, value)).toEqual([part]))
  test.each([
    ['I have no chest pain.', 'Denies chest pain.'],
    ['I have no chest pain.', 'No chest pain at rest.'],
    ['I have no chest pain.', 'Chest pain resolved.'],
    ['I have no chest pain.', 'Reports knee pain.'],
    ['I have no chest pain. Well, my chest pain is back.', 'Reports chest pain.'],
    ['I have no chest pain. Well, the chest hurts.', 'Reports chest pain.'],
    ['No fever, cough, headaches.', 'Has a cough.'],
    ['No fever, cough, headaches.', 'No cough.'],
    ["I don't not drink wine.", 'Drinks wine.'],
    ['Do I smoke?', 'Does not smoke.'],
    ['Is there any pain?', 'No pain.'],
  ])('%s is not the opposite of %s', (words, value) => expect(said(words, value)).toEqual([]))

  test('is not judged if somebody says the contrary in the next turn', () => {
    const turns = [...answered('Any fever?', 'No.'), 'Speaker 0: But you have fever.']
    expect(opposite(text, ['Has fever.'], turns, 1)).toEqual([])
    expect(opposite(text, ['Has fever.'], turns.slice(0, 2), 1)).toEqual(['Has fever.'])
  })
  test('may begin with the name of the field', () => {
    const field: Field = { id: 'f', name: 'Fever', type: 'string' }
    const turns = ['Speaker 1: I have no cough.']
    expect(opposite(field, ['Fever No cough.'], turns)).toEqual([])
    expect(opposite(field, ['Fever Cough.'], turns)).toEqual(['Fever Cough.'])
  })
})
