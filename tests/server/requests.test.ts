import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints, type Endpoint, limits } from '../../lib/contracts/index.ts'
import { startBalancer } from '../fakes/balancer.ts'
import { ask, newPerson, refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await newPerson(server.url)).accessToken
})
afterAll(() => server.close())

const pathOf = ({ path }: Endpoint) => `/api${path.replace(/\{\w+\}/g, randomUUID())}`
const closed = allEndpoints.filter(({ audience }) => audience !== 'public')
describe('who may call', () => {
  test.each(closed.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s refuses a request without a session before it looks at the rest',
    async (_name, endpoint) => {
      const sends = endpoint.method === 'POST' || endpoint.method === 'PUT'
      const nonsense = sends ? { raw: '{"not json' } : {}
      const call = `${endpoint.method} ${pathOf(endpoint)}`
      expect(refusal(await ask(server.url, call, nonsense))).toEqual([401, 'not_signed_in'])
      const { status, body } = await ask(server.url, call, { ...nonsense, token: 'x'.repeat(43) })
      const isOfPeople = ['user', 'admin', 'reseller'].includes(endpoint.audience)
      expect([status, body.code]).toEqual([401, isOfPeople ? 'session_ended' : 'not_signed_in'])
    },
  )

  test.each(['Bearer', 'Bearer  two words', 'Basic dXNlcjpwYXNz', `Bearer ${"'; drop table users; --"}`])(
    'the authorization %s belongs to nobody',
    async (authorization) => {
      const answer = await ask(server.url, 'GET /api/user/account', { headers: { authorization } })
      expect(refusal(answer)).toEqual([401, 'not_signed_in'])
    },
  )

  test('a note cannot be made from the template or the transcript of another person', async () => {
    const [mine, theirs] = [await thingsOf(token), await thingsOf((await newPerson(server.url)).accessToken)]
    const participants = [{ patientId: 'P-1', name: 'Dana' }]
    for (const [layoutId, transcriptId] of [
      [theirs.layouts, mine.transcripts],
      [mine.layouts, theirs.transcripts],
    ])
      for (const [path, rest] of [
        ['/api/user/reports', { patientId: 'P-1' }],
        ['/api/user/reports/group', { participants }],
      ] as const) {
        const answer = await ask(server.url, `POST ${path}`, { token, body: { layoutId, transcriptId, ...rest } })
        expect([path, ...refusal(answer)]).toEqual([path, 404, 'not_found'])
      }
  })

  // The test below covers every GET call for users that has no id in its path. A new call is covered without a change
  // here. `withoutThings` lists the exceptions.
  const lists = closed.filter(
    ({ method, path, audience }) => method === 'GET' && !path.includes('{') && audience === 'user',
  )
  const withoutThings = [
    '/user/account',
    '/user/account/sessions',
    // Tested in `identities.test.ts`.
    '/user/account/identities',
    // Only an administrator who acts adds to this list. Tested in `access/acting.test.ts`.
    '/user/account/acting',
    '/user/account/viewable-users',
    '/user/account/viewable-user-ids',
    '/user/account/permission',
    '/user/account/alternative-email',
    '/user/account/register-phone',
    '/user/account/email',
    '/user/token/verify',
    '/user/token/decode',
    '/user/recordings/key',
    '/user/models',
    '/user/site-rules',
    '/user/transcription',
    // Tested with several people in `invitations.test.ts` and `lookup.test.ts`.
    '/user/directories/invitations',
    '/user/lookup/directories/by-email',
    // Names organisations of the person. Tested with several people in `tests/attacks/rules-of-organisations.test.ts`.
    '/user/directories/rules',
    '/user/lookup/directories/by-user-id',
    '/user/lookup/settings/by-email',
    '/user/lookup/settings/by-user-id',
    '/user/lookup/id/by-email',
    // Tested with several people in `access-organizations.test.ts`.
    '/user/access/list',
    '/user/access/invites/list',
    // Only an administrator creates banners, so the test below cannot. Tested in `admin-organisations.test.ts`.
    '/user/banners',
    // Tested in `workspace.test.ts`.
    '/user/google/url/directory',
    // Only an administrator grants licences, so the test below cannot. Tested in `licenses.test.ts`.
    '/user/licenses',
    '/user/licenses/get-active',
    '/user/licenses/sync',
    // These calls need the id of a directory. Tested in `subscriptions.test.ts` and `trials.test.ts`.
    '/user/subscriptions',
    '/user/subscriptions/canTrial',
  ]
  test.each(lists.map(({ path }) => path).filter((path) => !withoutThings.includes(path)))(
    'GET %s shows nothing of another person',
    async (path) => {
      const [me, other] = [await newPerson(server.url), await newPerson(server.url)]
      const group = `Group ${randomUUID()}`
      const theirs = await thingsOf(other.accessToken, { ...smallLayout, group })
      const seenBy = async ({ accessToken }: typeof me) =>
        JSON.stringify((await ask(server.url, `GET /api${path}`, { token: accessToken })).body)
      const marks = [...Object.values(theirs), group]
      const shows = (text: string) => marks.filter((mark) => text.includes(mark))
      expect(shows(await seenBy(other))).not.toEqual([])
      expect(shows(await seenBy(me))).toEqual([])
    },
  )
})

/** Creates one thing of each kind. */
async function thingsOf(owner: string, draft: object = smallLayout) {
  const layout = await ask(server.url, 'POST /api/user/layouts', { token: owner, body: draft })
  const text = { text: 'Speaker 0: How are you?\nSpeaker 1: Better.' }
  const transcript = await ask(server.url, 'POST /api/user/transcripts/submit/text', { token: owner, body: text })
  const request = { layoutId: layout.body._id, transcriptId: transcript.body.id, patientId: 'P-1' }
  const report = await ask(server.url, 'POST /api/user/reports?wait=10', { token: owner, body: request })
  const directory = await ask(server.url, 'POST /api/user/directories', { token: owner, body: { name: 'Clinic' } })
  return {
    layouts: layout.body._id,
    transcripts: transcript.body.id,
    reports: report.body._id,
    directories: directory.body.directoryId,
    lookup: directory.body.directoryId,
  }
}

describe('an invalid request', () => {
  const create = (asking: object) => ask(server.url, 'POST /api/user/layouts', { token, ...asking })

  test('broken JSON is reported', async () => {
    expect(refusal(await create({ raw: '{"name": ' }))).toEqual([400, 'malformed_json'])
  })

  test('an empty body gets an answer that names what is missing', async () => {
    expect(refusal(await create({ raw: '' }))).toEqual([400, 'invalid_request'])
  })

  test('unknown keys are named, and values are never repeated', async () => {
    const answer = await create({ body: { ...smallLayout, colour: 'a secret', name: 7 } })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.issues.map(({ path }: { path: string }) => path)).toContain('body.name')
    expect(JSON.stringify(answer.body)).toContain('colour')
    expect(JSON.stringify(answer.body)).not.toContain('a secret')
  })

  test('an unknown query key, a wrong id and a wrong number are refused', async () => {
    for (const call of [
      'GET /api/user/layouts?sort=name',
      'GET /api/user/layouts?limit=101',
      'GET /api/user/layouts?offset=-1',
      'GET /api/user/layouts/not-an-id',
    ]) {
      expect(refusal(await ask(server.url, call, { token }))).toEqual([400, 'invalid_request'])
    }
  })

  test('a body on a call without one is refused, an empty object is not', async () => {
    const ticket = (body: object) => ask(server.url, 'POST /api/user/transcription/ticket', { token, body })
    expect(refusal(await ticket({ for: 'me' }))).toEqual([400, 'invalid_request'])
    expect(refusal(await ticket({}))).toEqual([503, 'no_engine'])
  })

  test('a body over the limit is refused with 413', async () => {
    const answer = await create({ body: { ...smallLayout, instructions: 'x'.repeat(limits.sessionBodyMaxBytes) } })
    expect(refusal(answer)).toEqual([413, 'too_large'])
  })

  test('a client behind a balancer receives the refusal of a body over the limit, and not a closed connection', async () => {
    const balancer = await startBalancer()
    balancer.add(server.url)
    const body = { ...smallLayout, instructions: 'x'.repeat(limits.sessionBodyMaxBytes) }
    const call = () => ask(balancer.url, 'POST /api/user/layouts', { token, body })
    const codes: unknown[] = []
    for (let round = 0; round < 6; round += 1) codes.push(refusal(await call())[1])
    expect(codes).toEqual(Array(6).fill('too_large'))
    balancer.close()
  })

  test('another content type is refused with 415', async () => {
    const answer = await create({ raw: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect(refusal(answer)).toEqual([415, 'unsupported_type'])
  })

  test('keys that would reach into the object’s prototype are refused', async () => {
    expect((await create({ raw: '{"name":"x","__proto__":{"admin":true}}' })).status).toBe(400)
  })

  test('characters that the database cannot store are reported as the caller’s mistake, not the server’s', async () => {
    expect(refusal(await create({ body: { ...smallLayout, name: 'a\u0000b' } }))).toEqual([400, 'invalid_request'])
    const search = await ask(server.url, 'GET /api/user/layouts?search=%00', { token })
    expect(refusal(search)).toEqual([400, 'invalid_request'])
  })

  test.each(['GET /api/nothing', 'DELETE /api/user/account/nothing', 'GET /portal-not', 'PUT /api/user/reports'])(
    'an unknown path: %s',
    async (call) => {
      expect(refusal(await ask(server.url, call, { token }))).toEqual([404, 'no_such_call'])
    },
  )

  test('a malformed or very long URL is not repeated in the answer', async () => {
    for (const path of ['/api/user/layouts/%', '/%zz', `/api/user/layouts/${'a'.repeat(2000)}`, '/demo/']) {
      const answer = await ask(server.url, `GET ${path}`, { token })
      expect(refusal(answer)).toEqual([404, 'no_such_call'])
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'message'])
    }
  })

  test.each([
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['two lengths at once', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is answered in the same form, and the connection ends', async (_name, bytes, status) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(bytes)
    const answer = Buffer.concat(await socket.toArray()).toString()
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    expect(Object.keys(body).sort()).toEqual(['code', 'message'])
  })

  test('no answer contains a stack trace or a position in the code', async () => {
    const answers = [
      await create({ raw: '{' }),
      await create({ body: {} }),
      await ask(server.url, 'GET /api/user/layouts/%ff', { token }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(Object.keys(body).sort()).toEqual(expect.arrayContaining(['code', 'message']))
      expect(JSON.stringify(body)).not.toMatch(/\.ts|node_modules|\bat /)
    }
  })
})

describe('the server itself', () => {
  test('reports its name and state at / and /api', async () => {
    for (const path of ['/', '/api']) {
      const { status, body } = await ask(server.url, `GET ${path}`)
      expect([status, body.name, body.status]).toEqual([200, 'Chartside', 'ok'])
    }
  })

  test.each([
    ['a small body', ''],
    ['a large body', 'x'.repeat(100_000)],
  ])('refuses half of a character and too many levels in %s', async (_, filling) => {
    const named = (name: string) =>
      ask(server.url, 'POST /api/user/layouts', { token, raw: `{"name":"${name}","filling":"${filling}"}` })
    for (const half of ['\\ud83d', 'a\\uDE00b']) {
      const { status, body } = await named(half)
      expect([status, body.code, body.message]).toEqual([400, 'invalid_request', expect.stringContaining('half of a')])
    }
    // A whole character, and a backslash before the letters, are words like others.
    for (const whole of ['\\ud83d\\ude00', '\\\\ud83d']) {
      const { status, body } = await named(whole)
      expect([status, body.message]).toEqual([400, expect.not.stringContaining('half of a')])
    }
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(refusal(await ask(server.url, 'POST /api/user/layouts', { token, raw: deep }))).toEqual([413, 'too_large'])
  })

  test('can be called from any page, without cookies', async () => {
    const answer = await ask(server.url, 'OPTIONS /api/user/layouts', {
      headers: {
        origin: 'https://clinic.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('access-control-allow-headers')).toContain('idempotency-key')
  })

  test('documents every call, and shows the document without network access', async () => {
    const { body } = await ask(server.url, 'GET /api/openapi.json')
    expect(body.openapi).toMatch(/^3\.1/)
    for (const { method, path } of allEndpoints) {
      expect(body.paths[`/api${path}`]?.[method.toLowerCase()]).toBeDefined()
    }
    const page = await ask(server.url, 'GET /api/docs/')
    expect(page.status).toBe(200)
    expect(page.body).not.toMatch(/https?:\/\//)
  })
})
