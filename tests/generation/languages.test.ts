import { describe, expect, test } from 'vitest'
import { doubtsOf, languageSessions, linksOf, withWrongDigits } from './languages/languages.ts'

test('there are sessions in eight languages', () => {
  expect(languageSessions.map(({ language }) => language)).toEqual(['es', 'de', 'fr', 'pt', 'it', 'zh', 'ja', 'ar'])
})

describe.each(languageSessions)('a session in $language', (session) => {
  test.each(session.answers)('$name: the correct answer $value is not doubted', (answer) => {
    expect(doubtsOf(session, answer, answer.value)).toEqual([])
  })

  test('every wrong number is flagged', () => {
    const wrong = session.answers.flatMap((answer) => withWrongDigits(answer).map((value) => ({ answer, value })))
    expect(wrong.length).toBeGreaterThan(20)
    const missed = wrong.filter(({ answer, value }) => doubtsOf(session, answer, value).length === 0)
    expect(missed.map(({ value }) => value)).toEqual([])
  })
})

test('the sentences of all languages show the words that they are based on', () => {
  const links = languageSessions.flatMap(linksOf)
  const wrong = links.filter(({ right, quoted }) => quoted.some((turn) => !right.includes(turn)))
  const without = links.filter(({ quoted }) => quoted.length === 0)
  expect(links.length).toBeGreaterThan(50)
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(links.length * 0.05)
  expect(without.length, JSON.stringify(without)).toBeLessThanOrEqual(links.length * 0.05)
})
