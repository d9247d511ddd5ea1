import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Field } from '../../lib/contracts/index.ts'
import { planGeneration } from './plan.ts'
import { somethingSaid } from './turns.ts'

const fields = fc
  .array(
    fc.record({
      model: fc.option(fc.nat({ max: 14 }), { nil: undefined }),
      temperature: fc.option(fc.constantFrom(0.1, 0.3), { nil: undefined }),
      disabled: fc.boolean(),
      on: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
    }),
    { maxLength: 10 },
  )
  .map((rows) =>
    rows.map(
      ({ on, ...rest }, index): Field => ({
        ...rest,
        id: `f${index}`,
        name: 'F',
        type: 'string',
        ...(on === undefined ? {} : { condition: { id: `f${on}`, equals: 'x' } }),
      }),
    ),
  )

test('every enabled field is planned once, and a group has one model and one temperature', () => {
  fc.assert(
    fc.property(fields, (all) => {
      const { rounds, afterDisabled, undecidable } = planGeneration({ fields: all })
      const planned = rounds.flat().flatMap((group) => group.fields)
      expect([...planned, ...afterDisabled, ...undecidable].map(({ id }) => id).sort()).toEqual(
        all
          .filter(({ disabled }) => disabled !== true)
          .map(({ id }) => id)
          .sort(),
      )
      for (const group of rounds.flat())
        for (const field of group.fields)
          expect([field.model ?? 0, field.temperature ?? 0.3]).toEqual([group.slot, group.temperature])
      for (const round of rounds) {
        const keys = round.map(({ slot, temperature }) => `${slot} ${temperature}`)
        expect(new Set(keys).size).toBe(keys.length)
      }
    }),
  )
})

test.each([
  [25, [25]],
  [26, [13, 13]],
  [60, [20, 20, 20]],
])('%i fields are requested in calls of %o', (count, sizes) => {
  const all = Array.from({ length: count }, (_, index): Field => ({ id: `f${index}`, name: 'F', type: 'string' }))
  const [round = []] = planGeneration({ fields: all }).rounds
  expect(round.map((group) => group.fields.length)).toEqual(sizes)
  expect(round.flatMap((group) => group.fields.map(({ id }) => id))).toEqual(all.map(({ id }) => id))
})

test('labels and punctuation alone count as nothing said', () => {
  expect(somethingSaid(['Speaker 0: ', 'Speaker 1: …'])).toBe(false)
  expect(somethingSaid(['[music]', 'Speaker 0: (upbeat music playing for a while)', '♪♪♪'])).toBe(false)
  expect(somethingSaid(['Speaker 0: Hello.', 'Speaker 1: Hi.'])).toBe(false)
  expect(somethingSaid(['Speaker 1: No, not today.'])).toBe(true)
})
