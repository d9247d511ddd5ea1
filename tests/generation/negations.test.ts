import { expect, test } from 'vitest'
import { exchanges, stateAfter } from './negations.ts'

test('there are at least a hundred exchanges, half of them negated', () => {
  expect(exchanges.length).toBeGreaterThanOrEqual(100)
  expect(exchanges.filter(({ expect: state }) => state === 'denied').length * 2).toBeGreaterThanOrEqual(
    exchanges.length,
  )
})

test.each(['boolean', 'string'] as const)(
  'denied is distinguished from not discussed in 98 of 100 (%s)',
  async (type) => {
    const states = await Promise.all(exchanges.map((exchange) => stateAfter(exchange, type)))
    const wrong = exchanges.filter(({ expect: state }, index) => states[index] !== state)
    expect(wrong.length).toBeLessThanOrEqual(exchanges.length * 0.02)
  },
)
