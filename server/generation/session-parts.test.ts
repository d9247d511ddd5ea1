import { expect, test } from 'vitest'
import { sessionParts, transcriptLength, transcriptRoom } from './session-parts.ts'

const turns = Array.from({ length: 300 }, (_, at) => `Speaker ${at % 2}: This is what was said in turn ${at}.`)

test('a session that fits, or a model without a known limit, has one part', () => {
  expect(sessionParts(turns, 0)).toEqual([{ turns, from: 0, to: 299 }])
  expect(sessionParts(turns, 100_000)).toHaveLength(1)
})

test('every part fits, the parts overlap, and together they contain every turn', () => {
  const parts = sessionParts(turns, 1000)
  expect(parts.length).toBeGreaterThan(5)
  for (const { turns: own } of parts)
    expect(transcriptLength(own.filter((turn) => turn !== ''))).toBeLessThanOrEqual(transcriptRoom(1000))
  for (const [at, turn] of turns.entries()) expect(parts.some((part) => part.turns[at] === turn)).toBe(true)
  for (const [at, { from }] of parts.entries()) if (at > 0) expect(from).toBeLessThanOrEqual(parts[at - 1]?.to ?? 0)
})

test('a turn that is too long is cut at ends of sentences, loses no word and keeps its speaker', () => {
  const said = Array.from({ length: 400 }, (_, at) => `Sentence number ${at} was said.`)
  const parts = sessionParts([`Speaker 1: ${said.join(' ')}`], 1000)
  expect(parts.length).toBeGreaterThan(3)
  for (const { turns: own } of parts) expect(own[0]).toMatch(/^Speaker 1: Sentence .*said\.$/)
  for (const sentence of said) expect(parts.some((part) => part.turns[0]?.includes(sentence))).toBe(true)
})
