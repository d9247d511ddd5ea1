import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Client, createClient } from '../../lib/api/index.ts'
import { checkToken } from './use-token-check.ts'

const clientOf = (fetch: () => Promise<Response>): Client =>
  createClient({ baseUrl: () => 'http://127.0.0.1', credential: () => 'none', fetch })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a session that has ended is refused', async () => {
  const ended = clientOf(async () =>
    Response.json({ message: 'You are no longer signed in.', code: 'session_ended' }, { status: 401 }),
  )
  await expect(checkToken(ended)).rejects.toMatchObject({ status: 401 })
})

test('an unreachable server refuses nobody', async () => {
  await checkToken(clientOf(() => Promise.reject(new TypeError('fetch failed'))))
})

test('a server that never answers delays the user by at most 4 s', async () => {
  let done = false
  const check = checkToken(clientOf(() => new Promise(() => {}))).then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(3999)
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await check
})
