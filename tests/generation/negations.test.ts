import { expect, test } from 'vitest'
import { exchanges, stateAfter } from './negations.ts'

test('there are at least a hundred exchanges, half of them negated', () => {
  expect(exchanges.length).toBeGreaterThanOrEqual(100)
  expect(exchanges.filter(({ expect: state }) => state === 'denied').length * 2).toBeGreaterThanOrEqual(
    exchanges.length,
  )
})

test('a yes/no is never the opposite of what was said, and is empty if nothing was said', async () => {
  const states = await Promise.all(exchanges.map((exchange) => stateAfter(exchange, 'boolean')))
  const isEmpty = (state: string | undefined) => state === 'not_discussed' || state === 'unclear'
  const wrong = exchanges.filter(({ expect: state }, index) => states[index] !== state && !isEmpty(states[index]))
  expect(wrong).toEqual([])
  // The writer recognises a plain "no" to a direct question as a denial.
  expect(states.filter((state) => state === 'denied').length).toBeGreaterThanOrEqual(20)
})

test('a text about something that was not said is empty in 97 of 100', async () => {
  const silent = exchanges.filter(({ expect: state }) => state === 'not_discussed')
  const states = await Promise.all(silent.map((exchange) => stateAfter(exchange, 'string')))
  expect(states.filter((state) => state === 'stated' || state === 'denied').length).toBeLessThanOrEqual(
    silent.length * 0.03,
  )
})
