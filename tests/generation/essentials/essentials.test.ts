import { describe, expect, test } from 'vitest'
import { embeddedWriter, generate } from '../../../server/generation/index.ts'
import { seeded } from '../lies/random.ts'
import { sessions } from '../score.ts'
import { visitTemplate } from '../visits/visits.ts'
import { essentials, lostWords, planted } from './essentials.ts'

const random = seeded(32)
const all = essentials(random, 4)

test('there are at least 300 exchanges, half of them without punctuation, half in wordings that were set aside', () => {
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(all.filter(({ bare }) => bare).length * 2).toBe(all.length)
  expect(all.filter(({ held }) => held).length * 2).toBe(all.length)
})

describe('what matters most, planted in the bundled sessions', () => {
  test.each(sessions)('is in a field or an omission in 97 of 100: $name', async ({ name, turns, context }) => {
    const own = all.filter((_, index) => sessions[index % sessions.length]?.name === name)
    const lost: string[] = []
    for (const one of own) {
      const at = random.below(turns.length + 1)
      const output = await generate({
        template: visitTemplate,
        turns: planted(turns, one, at),
        context,
        writers: () => embeddedWriter,
        signal: AbortSignal.timeout(60_000),
      })
      if (lostWords(one, at, output).length > 0) lost.push(one.turns.join(' / '))
    }
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(own.length * 0.03)
  })
})
