import { expect, test } from 'vitest'
import { type Session, userEndpoints } from '../contracts/index.ts'
import { createClient } from './client.ts'
import { createSessionKeeper } from './session-keeper.ts'

const session = (name: string, expiresAt: number): Session => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  expiresAt: new Date(expiresAt).toISOString(),
})

function keeper(held: Session | null, answer: () => Response) {
  let stored = held
  let because: string | undefined
  const refreshed: unknown[] = []
  let queue: Promise<unknown> = Promise.resolve()
  const made = createSessionKeeper({
    baseUrl: () => 'http://127.0.0.1',
    storage: {
      read: async () => stored,
      write: async (next, reason) => {
        stored = next
        because = reason
      },
    },
    exclusive: (task) => {
      const run = queue.then(task, task)
      queue = run
      return run
    },
    now: () => 1_000_000,
    fetch: async (request) => {
      refreshed.push(await (request as Request).json())
      return answer()
    },
  })
  return { keeper: made, refreshed, stored: () => stored, because: () => because }
}

const renewed = () => Response.json(session('new', 2_000_000))

test('a token that is still valid is used as it is', async () => {
  const { keeper: held, refreshed } = keeper(session('old', 1_900_000), renewed)
  expect(await held.credential()).toEqual({ authorization: 'Bearer access-old', key: '' })
  expect(refreshed).toEqual([])
})

test('many simultaneous calls renew an expired token once', async () => {
  const { keeper: held, refreshed } = keeper(session('old', 1_000_000), renewed)
  const tokens = await Promise.all([held.accessToken(), held.accessToken(), held.accessToken()])
  expect(tokens).toEqual(['access-new', 'access-new', 'access-new'])
  expect(refreshed).toEqual([{ refreshToken: 'refresh-old' }])
})

test('a refresh the server refuses signs out, and keeps the reason', async () => {
  const refused = () => Response.json({ message: 'Sign in again.', code: 'session_ended' }, { status: 401 })
  const { keeper: held, stored, because } = keeper(session('old', 0), refused)
  expect(await held.credential()).toBe('none')
  expect(stored()).toBeNull()
  expect(because()).toBe('Sign in again.')
})

test('a refresh without an answer keeps the session for later', async () => {
  const { keeper: held, stored } = keeper(session('old', 0), () => {
    throw new TypeError('fetch failed')
  })
  await expect(held.accessToken()).rejects.toMatchObject({ status: 503 })
  expect(stored()).toEqual(session('old', 0))
})

test('without a signed-in person there is no credential', async () => {
  expect(await keeper(null, renewed).keeper.credential()).toBe('none')
})

const endedSession = () => Response.json({ message: 'Sign in again.', code: 'session_ended' }, { status: 401 })

test('a session that was ended elsewhere is removed, although its token has not expired', async () => {
  const { keeper: held, stored } = keeper(session('old', 1_900_000), endedSession)
  const client = createClient({
    baseUrl: () => 'http://127.0.0.1',
    credential: held.credential,
    ended: held.ended,
    fetch: async () => endedSession(),
  })
  await expect(client.call(userEndpoints.getAccount, {})).rejects.toMatchObject({ code: 'session_ended' })
  expect(stored()).toBeNull()
})

test('an answer to an older session does not end the present one', async () => {
  const { keeper: held, refreshed, stored } = keeper(session('new', 1_900_000), endedSession)
  await held.ended({ authorization: 'Bearer access-old', key: '' })
  expect(refreshed).toEqual([])
  expect(stored()).not.toBeNull()
})
