import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newPerson, password, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let now = Date.parse('2026-11-20T09:00:00Z')
const clock = { now: () => new Date(now) }

beforeAll(async () => {
  server = await startTestServer({ deps: { clock } })
})
afterAll(() => server.close())

const signIn = (email: string, word: string) =>
  ask(server.url, 'POST /api/user/login/email', { body: { email, password: word } })
const refresh = (refreshToken: string) => ask(server.url, 'POST /api/user/login/token', { body: { refreshToken } })
const account = (token: string) => ask(server.url, 'GET /api/user/account', { token })

describe('signing in', () => {
  test('a person registers, is signed in, and can sign in again whatever the case of the email', async () => {
    const { email, accessToken } = await newPerson(server.url)
    expect((await account(accessToken)).body).toMatchObject({ email, admin: false })
    const again = await signIn(email.toUpperCase(), password)
    expect(again.status).toBe(200)
    expect((await account(again.body.accessToken)).status).toBe(200)
  })

  test('an email can be registered once', async () => {
    const { email } = await newPerson(server.url)
    const second = await ask(server.url, 'POST /api/user/register', { body: { email, password } })
    expect(refusal(second)).toEqual([409, 'already_registered'])
  })

  test('a wrong password and an unknown person get the same answer', async () => {
    const { email } = await newPerson(server.url)
    const wrong = await signIn(email, 'not the password')
    const unknown = await signIn('nobody@clinic.example', 'not the password')
    expect(refusal(wrong)).toEqual([401, 'wrong_credentials'])
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body })
  })

  test('without mail and outside the demo nobody can register, and the answer says what to do', async () => {
    const closed = await startTestServer({ env: { DEMO: '0' } })
    try {
      const answer = await ask(closed.url, 'POST /api/user/register', { body: { email: 'a@b.example', password } })
      expect(refusal(answer)).toEqual([403, 'registration_closed'])
      expect(answer.body.message).toContain('npm run admin')
    } finally {
      await closed.close()
    }
  })
})

describe('a session', () => {
  test('lasts 15 minutes and is renewed by the refresh token', async () => {
    const { accessToken, refreshToken } = await newPerson(server.url)
    now += 14 * 60_000
    expect((await account(accessToken)).status).toBe(200)
    now += 2 * 60_000
    expect(refusal(await account(accessToken))).toEqual([401, 'session_ended'])
    const renewed = await refresh(refreshToken)
    expect(renewed.status).toBe(200)
    expect((await account(renewed.body.accessToken)).status).toBe(200)
  })

  test('a refresh token used twice ends every session of its device, and of no other', async () => {
    const { refreshToken, email } = await newPerson(server.url)
    const elsewhere = await signIn(email, password)
    const renewed = await refresh(refreshToken)
    now += 61_000
    expect(refusal(await refresh(refreshToken))).toEqual([401, 'session_ended'])
    expect(refusal(await account(renewed.body.accessToken))).toEqual([401, 'session_ended'])
    expect(refusal(await refresh(renewed.body.refreshToken))).toEqual([401, 'session_ended'])
    expect((await account(elsewhere.body.accessToken)).status).toBe(200)
  })

  test('an access token cannot refresh, a refresh token cannot sign in', async () => {
    const { accessToken, refreshToken } = await newPerson(server.url)
    expect(refusal(await refresh(accessToken))).toEqual([401, 'session_ended'])
    expect(refusal(await account(refreshToken))).toEqual([401, 'session_ended'])
  })

  test('signing out ends this device; signing out everywhere ends all', async () => {
    const first = await newPerson(server.url)
    const second = (await signIn(first.email, password)).body
    const third = (await signIn(first.email, password)).body
    expect((await ask(server.url, 'POST /api/user/logout/current', { token: first.accessToken })).status).toBe(200)
    expect((await account(first.accessToken)).status).toBe(401)
    expect((await refresh(first.refreshToken)).status).toBe(401)
    expect((await account(second.accessToken)).status).toBe(200)
    expect((await ask(server.url, 'POST /api/user/logout/all', { token: second.accessToken })).status).toBe(200)
    expect((await account(second.accessToken)).status).toBe(401)
    expect((await account(third.accessToken)).status).toBe(401)
  })

  describe('renewal by headers', () => {
    const byHeader = (headers: Record<string, string>, body?: object) =>
      ask(server.url, 'POST /api/user/login/token', { headers, ...(body === undefined ? {} : { body }) })

    test('works as well as by the body, and the device takes the name that is sent', async () => {
      const { refreshToken, email } = await newPerson(server.url)
      const renewed = await byHeader({ 'refresh-token': refreshToken, device: 'Front desk' })
      expect(renewed.status).toBe(200)
      expect((await account(renewed.body.accessToken)).body.email).toBe(email)
      const { rows } = await server.store.database.execute(
        `select f.device from session_families f join users u on u.id = f.user_id where u.email = '${email}'`,
      )
      expect(rows).toEqual([{ device: 'Front desk' }])
      const again = await byHeader({ device: 'Laptop' }, { refreshToken: renewed.body.refreshToken })
      expect(again.status).toBe(200)
      const both = { 'refresh-token': again.body.refreshToken }
      expect((await byHeader(both, { refreshToken: again.body.refreshToken })).status).toBe(200)
    })

    test('with a used token ends the session, as it does by the body', async () => {
      const { refreshToken } = await newPerson(server.url)
      const renewed = await byHeader({ 'refresh-token': refreshToken })
      now += 61_000
      expect(refusal(await byHeader({ 'refresh-token': refreshToken }))).toEqual([401, 'session_ended'])
      expect((await account(renewed.body.accessToken)).status).toBe(401)
    })

    test('is refused with no token, with two different ones, or with a device name that is too long', async () => {
      const { refreshToken } = await newPerson(server.url)
      const none = await byHeader({})
      expect([refusal(none), none.body.issues[0].path]).toEqual([[400, 'invalid_request'], 'body.refreshToken'])
      expect(refusal(await byHeader({}, {}))).toEqual([400, 'invalid_request'])
      const two = await byHeader({ 'refresh-token': refreshToken }, { refreshToken: 'another' })
      expect(refusal(two)).toEqual([400, 'invalid_request'])
      const long = await byHeader({ 'refresh-token': refreshToken, device: 'x'.repeat(201) })
      expect([refusal(long), long.body.issues[0].path]).toEqual([[400, 'invalid_request'], 'headers.device'])
      expect((await refresh(refreshToken)).status).toBe(200)
    })
  })

  describe('verification of a token', () => {
    const verify = (token: string, strict = '?strict=true') =>
      ask(server.url, `GET /api/user/token/verify${strict}`, { token })

    test('accepts only the newest token: one that a refresh has replaced is refused, even before it expires', async () => {
      const first = await newPerson(server.url)
      expect((await verify(first.accessToken)).status).toBe(200)
      const renewed = (await refresh(first.refreshToken)).body
      expect(refusal(await verify(first.accessToken))).toEqual([401, 'session_ended'])
      expect((await verify(first.accessToken, '')).status).toBe(200)
      expect((await verify(first.accessToken, '?strict=false')).status).toBe(200)
      expect((await verify(renewed.accessToken)).status).toBe(200)
    })

    test('still succeeds while another device of the same person is renewed', async () => {
      const { email, accessToken } = await newPerson(server.url)
      const elsewhere = (await signIn(email, password)).body
      await refresh(elsewhere.refreshToken)
      expect((await verify(accessToken)).status).toBe(200)
    })

    test('fails once the session has ended or the person is gone', async () => {
      const { accessToken, email } = await newPerson(server.url)
      const elsewhere = (await signIn(email, password)).body
      await ask(server.url, 'POST /api/user/logout/current', { token: accessToken })
      expect(refusal(await verify(accessToken))).toEqual([401, 'session_ended'])
      await server.store.database.execute(`delete from users where email = '${email}'`)
      expect(refusal(await verify(elsewhere.accessToken))).toEqual([401, 'session_ended'])
    })
  })

  test('verify and decode describe the token', async () => {
    const { accessToken, expiresAt, email } = await newPerson(server.url)
    const verified = await ask(server.url, 'GET /api/user/token/verify?strict=true', { token: accessToken })
    expect(verified.body).toEqual({ valid: true, expiresAt })
    const decoded = await ask(server.url, 'GET /api/user/token/decode', { token: accessToken })
    expect(decoded.body).toMatchObject({ email, admin: false, expiresAt })
  })

  test('no token and no password is readable in the database', async () => {
    const { accessToken, refreshToken } = await newPerson(server.url)
    const { rows } = await server.store.database.execute(
      `select u::text || coalesce(t::text, '') as line from users u
       left join session_families f on f.user_id = u.id left join session_tokens t on t.family_id = f.id`,
    )
    const all = JSON.stringify(rows)
    expect(all).not.toContain(password)
    expect(all).not.toContain(accessToken)
    expect(all).not.toContain(refreshToken)
  })
})
