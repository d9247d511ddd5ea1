import { expect, test } from 'vitest'
import { byTurn, markedTurn } from './marked-turn.ts'

test('every quote of a turn is marked, once, at its position', () => {
  expect(markedTurn('Better. Six hours. I wake at four.', ['wake at four', 'Six hours.'])).toEqual([
    { text: 'Better. ', quoted: false },
    { text: 'Six hours.', quoted: true },
    { text: ' I ', quoted: false },
    { text: 'wake at four', quoted: true },
    { text: '.', quoted: false },
  ])
  expect(markedTurn('Better.', ['Worse.'])).toEqual([{ text: 'Better.', quoted: false }])
})

test('quotes that overlap lose no words', () => {
  const parts = markedTurn('Six hours most nights', ['Six hours', 'hours most'])
  expect(parts.map(({ text }) => text).join('')).toBe('Six hours most nights')
})

test('a long turn is cut far from its quotes, never inside one', () => {
  const words = `${'before '.repeat(100)}I stopped the pills.${' after'.repeat(100)}`
  const parts = markedTurn(words, ['I stopped the pills.'])
  expect(parts.map(({ text }) => text).join('').length).toBeLessThan(400)
  expect(parts).toContainEqual({ text: 'I stopped the pills.', quoted: true })
  expect(parts[0]?.text).toContain('…')
})

test('evidence is shown turn by turn, in the order of the session', () => {
  const evidence = [
    { turn: 4, quote: 'c' },
    { turn: 1, quote: 'a', atMs: 5 },
    { turn: 4, quote: 'd' },
    { turn: 4, quote: 'd', span: { kind: 'item' as const, item: 1 } },
  ]
  expect(byTurn(evidence)).toEqual([
    { turn: 1, quotes: ['a'], atMs: 5 },
    { turn: 4, quotes: ['c', 'd'], atMs: undefined },
  ])
})
