import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { ask, newPerson, password, refusal } from './ask.ts'
import { signInThrough, somebody, startProviders, type TestProviders, toSecret } from './providers.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let providers: TestProviders
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  providers = await startProviders()
  const sender = { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' }
  server = await startTestServer({ env: { ...providers.env, ...sender } })
})
afterAll(async () => {
  await server.close()
  await providers.close()
  await mail.close()
})

const path = '/api/user/account/identities'
const as = (token: string, call: string, body?: object) =>
  ask(server.url, call, { token, ...(body === undefined ? {} : { body }) })
const list = async (token: string) => (await as(token, `GET ${path}`)).body
const unlink = (token: string, provider: string, body: object = { password }) =>
  as(token, `DELETE ${path}/${provider}`, body)
/** Links an account of a provider to a signed-in person. */
const link = async (token: string, provider: 'google' | 'microsoft', who = somebody(), body: object = { password }) =>
  as(token, `POST ${path}/${provider}`, { ...(await toSecret(server.url, providers, provider, who)), ...body })

describe('linking', () => {
  test('is proved at the provider, and then signs in', async () => {
    const { accessToken: token, email } = await newPerson(server.url)
    expect(await list(token)).toEqual({ password: true, identities: [] })
    const who = somebody()
    const linked = await link(token, 'google', who)
    expect(linked.body).toEqual({ password: true, identities: [{ provider: 'google', linkedAt: expect.any(String) }] })
    const entered = await signInThrough(server.url, providers, 'google', who)
    expect(entered.body.email).toBe(email)
    await mail.mailTo(email, ({ raw }) => raw.includes('was linked to your Chartside account'))
  })

  test('keeps the secret after a mistyped password, and uses it once', async () => {
    const { accessToken: token } = await newPerson(server.url)
    const returned = await toSecret(server.url, providers, 'google', somebody())
    const call = `POST ${path}/google`
    expect(refusal(await as(token, call, { ...returned, password: 'mistyped' }))).toEqual([401, 'wrong_credentials'])
    expect((await as(token, call, { ...returned, password })).status).toBe(200)
    expect(refusal(await as(token, call, { ...returned, password }))).toEqual([400, 'wrong_code'])
  })

  test('without the password is refused for an account that names another email address', async () => {
    const { accessToken: token } = await newPerson(server.url)
    expect(refusal(await link(token, 'google', somebody(), {}))).toEqual([401, 'wrong_credentials'])
    expect((await list(token)).identities).toEqual([])
  })
})

describe('unlinking', () => {
  test('needs the password, tells by mail, and ends that way to sign in', async () => {
    const { accessToken: token, email } = await newPerson(server.url)
    const who = somebody({ email })
    await link(token, 'google', who)
    expect(refusal(await unlink(token, 'google', {}))).toEqual([401, 'wrong_credentials'])
    expect(refusal(await unlink(token, 'microsoft'))).toEqual([404, 'not_found'])
    expect((await unlink(token, 'google')).body).toEqual({ password: true, identities: [] })
    await mail.mailTo(email, ({ raw }) => raw.includes('was removed from your Chartside account'))
    const again = await signInThrough(server.url, providers, 'google', who)
    expect(again.body.link).toBe('email')
  })

  test('never takes the only way to sign in, not even by two calls at once', async () => {
    const who = somebody()
    const { accessToken: token } = (await signInThrough(server.url, providers, 'google', who)).body
    expect(refusal(await unlink(token, 'google', {}))).toEqual([409, 'conflict'])
    expect((await link(token, 'microsoft', somebody({ email: who.email }), {})).status).toBe(200)
    const both = await Promise.all([unlink(token, 'google', {}), unlink(token, 'microsoft', {})])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await list(token)).identities).toHaveLength(1)
  })

  test('keeps what a directory of the person asks for', async () => {
    const { accessToken: token } = await newPerson(server.url)
    await link(token, 'google')
    const { directoryId } = (await as(token, 'POST /api/user/directories', { name: 'Clinic' })).body
    const settings = `/api/user/directories/settings/${directoryId}`
    const { body } = await as(token, `GET ${settings}`)
    expect((await as(token, `PUT ${settings}`, { ...body, signInMethods: ['google'] })).status).toBe(200)
    const refused = await unlink(token, 'google')
    expect([...refusal(refused), refused.body.message]).toEqual([
      409,
      'conflict',
      'Clinic does not allow your other ways to sign in. Keep the link with Google, because you need it to sign in.',
    ])
  })
})
