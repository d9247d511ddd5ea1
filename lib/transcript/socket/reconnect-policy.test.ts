import { expect, test } from 'vitest'
import { createReconnectPolicy } from './reconnect-policy.ts'

const steadyMs = 1000

test('a connection that was stable is replaced within 350 ms, after a random delay for each client', () => {
  expect(createReconnectPolicy(() => 0).waitMs(1, steadyMs)).toBe(50)
  expect(createReconnectPolicy(() => 0.5).waitMs(1, steadyMs)).toBe(200)
  expect(createReconnectPolicy(() => 1).waitMs(1, 90 * 60_000)).toBe(350)
})

test('a connection that was never ready, or only briefly, is replaced after a second, like every failed try', () => {
  const policy = createReconnectPolicy(() => 0)
  expect(policy.waitMs(1, 0)).toBe(1000)
  expect(policy.waitMs(1, steadyMs - 1)).toBe(1000)
  for (let attempt = 2; attempt <= 30; attempt++) expect(policy.waitMs(attempt, 0)).toBe(1000)
})

test('after 30 reconnects no further try is made', () => {
  expect(createReconnectPolicy(() => 0).waitMs(31, 0)).toBeNull()
})
