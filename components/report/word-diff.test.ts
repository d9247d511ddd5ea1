import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordDiff } from './word-diff.ts'

test('removed and added words are listed one by one, in reading order', () => {
  expect(wordDiff('Sleeps six hours most nights.', 'Sleeps seven hours most nights.')).toEqual([
    { kind: 'same', text: 'Sleeps ' },
    { kind: 'gone', text: 'six ' },
    { kind: 'new', text: 'seven ' },
    { kind: 'same', text: 'hours most nights.' },
  ])
})

test('both texts can be restored from the diff, whatever they are', () => {
  const words = fc
    .array(fc.constantFrom('a', 'b', 'no', 'never', '6.'), { maxLength: 12 })
    .map((each) => each.join(' '))
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = wordDiff(before, after)
      const without = (kind: string) => {
        const kept = parts.filter((part) => part.kind !== kind)
        return kept
          .map(({ text }) => text.trim())
          .filter(Boolean)
          .join(' ')
      }
      expect([without('new'), without('gone')]).toEqual([before, after])
    }),
  )
})
