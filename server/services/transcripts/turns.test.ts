import { expect, test } from 'vitest'
import { limits, speakerLabel } from '../../../lib/contracts/index.ts'
import { turnsOf } from './turns.ts'

const most = limits.valueMax

test.each([
  ['sentences', (at: number) => `I took ${100 + (at % 900)} steps. `, /[.]$/],
  ['words without an end', (at: number) => `${100 + (at % 900)} `, /\d{3}$/],
  ['sentences without spaces', (at: number) => `我走了${100 + (at % 900)}步。`, /。$/],
  ['one word of surrogate pairs', () => '😀', /😀$/u],
])('a long line of %s is divided between them, and each part has its speaker', (_, piece, end) => {
  let said = ''
  for (let at = 0; said.length < 2.5 * most; at++) said += piece(at)
  said = said.trim()
  const turns = turnsOf(`Speaker 1: ${said}`)
  expect(turns.length).toBeGreaterThan(2)
  for (const turn of turns) {
    expect(turn.length).toBeLessThanOrEqual(most)
    expect(turn).toMatch(speakerLabel)
    expect(turn.trimEnd()).toMatch(end)
  }
  const words = turns.map((turn) => turn.slice('Speaker 1: '.length))
  expect(words.join('')).toBe(said)
})
