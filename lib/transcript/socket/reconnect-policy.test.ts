import { expect, test } from 'vitest'
import { createReconnectPolicy } from './reconnect-policy.ts'

const steadyMs = 1000

test('a connection that stood well is followed within 350 ms, by each client after a moment of its own', () => {
  expect(createReconnectPolicy(() => 0).waitMs(1, steadyMs)).toBe(50)
  expect(createReconnectPolicy(() => 0.5).waitMs(1, steadyMs)).toBe(200)
  expect(createReconnectPolicy(() => 1).waitMs(1, 90 * 60_000)).toBe(350)
})

test('whatever was never ready, or not for long, is followed after a second, as is every try that failed', () => {
  const policy = createReconnectPolicy(() => 0)
  expect(policy.waitMs(1, 0)).toBe(1000)
  expect(policy.waitMs(1, steadyMs - 1)).toBe(1000)
  for (let attempt = 2; attempt <= 30; attempt++) expect(policy.waitMs(attempt, 0)).toBe(1000)
})

test('after 30 reconnects nobody tries any more', () => {
  expect(createReconnectPolicy(() => 0).waitMs(31, 0)).toBeNull()
})
