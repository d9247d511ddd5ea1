import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newPerson, refusal } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'

let server: TestServer
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ deps: { clock: { now: () => new Date(now) } } })
})
afterAll(() => server.close())

const refresh = (refreshToken: string) => ask(server.url, 'POST /api/user/login/token', { body: { refreshToken } })
const account = (token: string) => ask(server.url, 'GET /api/user/account', { token })

describe('A response with new tokens that was lost', () => {
  test('is repeated within a minute', async () => {
    const { refreshToken } = await newPerson(server.url)
    await refresh(refreshToken)
    now += 59_000
    const again = await refresh(refreshToken)
    expect(again.status).toBe(200)
    expect((await account(again.body.accessToken)).status).toBe(200)
    expect((await refresh(again.body.refreshToken)).status).toBe(200)
  })

  test('is not repeated once its tokens were used; the session ends instead', async () => {
    const { refreshToken } = await newPerson(server.url)
    const first = await refresh(refreshToken)
    const second = await refresh(first.body.refreshToken)
    expect(refusal(await refresh(refreshToken))).toEqual([401, 'session_ended'])
    expect(refusal(await account(second.body.accessToken))).toEqual([401, 'session_ended'])
  })

  test('a thief who repeats the token within the minute is detected as soon as the owner goes on', async () => {
    const { refreshToken } = await newPerson(server.url)
    const owner = await refresh(refreshToken)
    const thief = await refresh(refreshToken)
    expect(thief.status).toBe(200)
    expect(refusal(await refresh(owner.body.refreshToken))).toEqual([401, 'session_ended'])
    expect(refusal(await account(thief.body.accessToken))).toEqual([401, 'session_ended'])
  })

  test('two repeats at the same moment leave one session that goes on, or none', async () => {
    const { refreshToken } = await newPerson(server.url)
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)])
    const last = answers.filter(({ status }) => status === 200)
    const alive = await Promise.all(last.map(({ body }) => refresh(body.refreshToken)))
    expect(alive.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })
})

test('a session ends 90 days after signing in, no matter how often it was renewed', async () => {
  let { refreshToken } = await newPerson(server.url)
  const day = 24 * 60 * 60_000
  for (let passed = 0; passed < 88; passed += 22) {
    now += 22 * day
    const answer = await refresh(refreshToken)
    expect(answer.status).toBe(200)
    refreshToken = answer.body.refreshToken
  }
  now += 3 * day
  expect(refusal(await refresh(refreshToken))).toEqual([401, 'session_ended'])
})
