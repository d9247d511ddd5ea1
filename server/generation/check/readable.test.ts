import { expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const note = (name: string): Field => ({ id: 'f', name, type: 'string' })

/**
 * True if the check flags the value. All values below begin with "Marcus", a name that nobody said. Only the English
 * rules flag a name at the beginning of a sentence, so a flag shows that these rules were applied.
 */
function isJudged(turns: string[], quote: string, value: string, name = 'Text', language?: string): boolean {
  const turn = turns.findIndex((words) => words.includes(quote))
  const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence: [{ turn, quote }] }
  const stock = takeStock(turns, {}, language)
  return checkDraft(note(name), draft, { turns, context: {}, stock }).result.flags.length > 0
}

const english = 'Speaker 1: I sleep well, and my sister helps me. Mhm.'
const german = 'Speaker 1: Ich schlafe gut, und meine Schwester hilft mir. Mhm.'

test('the English rules judge an English answer about English words', () => {
  expect(isJudged([english], 'I sleep well', 'Marcus sleeps well with the dog.')).toBe(true)
  expect(isJudged([english], 'I sleep well', 'Marcus sleeps well with the dog.', 'Text', 'en-US')).toBe(true)
  expect(isJudged([english], 'I sleep well', 'Marcus sleeps well with the dog.', 'Text', 'de')).toBe(false)
})

test('a quote without a language is judged by its turn, and a turn without a language by the session', () => {
  const short = 'Speaker 1: Mhm.'
  expect(isJudged([german], 'Mhm.', 'Marcus sleeps well with the dog.')).toBe(false)
  expect(isJudged([english], 'Mhm.', 'Marcus sleeps well with the dog.')).toBe(true)
  expect(isJudged([german, german, short], 'Mhm.', 'Marcus sleeps well with the dog.')).toBe(false)
  expect(isJudged([english, english, short], 'Mhm.', 'Marcus sleeps well with the dog.')).toBe(true)
  expect(isJudged([short], 'Mhm.', 'Marcus sleeps well with the dog.')).toBe(true)
})

test('the label of a speaker does not decide the language', () => {
  expect(isJudged(['Der Mann: Mhm.'], 'Mhm.', 'Marcus sleeps well with the dog.')).toBe(true)
})

test('a value without a language is judged by the name of its field', () => {
  expect(isJudged([english], 'I sleep well', 'Marcus, 7.')).toBe(true)
  expect(isJudged([english], 'I sleep well', 'Marcus, 7.', 'Wie schläft er und wo ist er')).toBe(true)
  expect(isJudged([english], 'I sleep well', 'Marcus.', 'How does he sleep')).toBe(true)
  expect(isJudged([english], 'I sleep well', 'Marcus.', 'Wie schläft er und wo ist er')).toBe(false)
})
