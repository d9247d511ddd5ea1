import { describe, expect, test } from 'vitest'
import { embeddedWriter, generate } from '../../../server/generation/index.ts'
import { partOf } from '../../exhaustive.ts'
import { seeded } from '../lies/random.ts'
import { sessions } from '../score.ts'
import { visitTemplate } from '../visits/visits.ts'
import { essentials, lostWords, planted } from './essentials.ts'

const all = essentials(seeded(32), 4)

test('there are at least 300 exchanges, half of them without punctuation, half in wordings that were set aside', () => {
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(all.filter(({ bare }) => bare).length * 2).toBe(all.length)
  expect(all.filter(({ held }) => held).length * 2).toBe(all.length)
})

/** How many exchanges are planted in one note. */
const together = 6

describe('what matters most, planted in the bundled sessions', () => {
  test.each(sessions)('is in a field or an omission in 97 of 100: $name', async ({ name, turns, context }) => {
    const own = partOf(
      'written notes',
      all.filter((_, index) => sessions[index % sessions.length]?.name === name),
    )
    const lost: string[] = []
    for (let first = 0; first < own.length; first += together) {
      const group = own.slice(first, first + together)
      let told: readonly string[] = turns
      const placed = group.map((one, index) => {
        const at = told.length - Math.floor((turns.length * (group.length - index)) / (group.length + 1))
        told = planted(told, one, at)
        return { one, at }
      })
      const output = await generate({
        template: visitTemplate,
        turns: told,
        context,
        writers: () => embeddedWriter,
        signal: AbortSignal.timeout(60_000),
      })
      for (const { one, at } of placed) if (lostWords(one, at, output).length > 0) lost.push(one.turns.join(' / '))
    }
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(own.length * 0.03)
  })
})
