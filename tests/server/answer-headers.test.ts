import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token = ''
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  token = (await newPerson(server.url)).accessToken
})
afterAll(() => server.close())

const answers = [
  ['an answer', '/api/user/account', 200],
  ['the status check', '/', 200],
  ['the description of the API', '/api/docs/', 200],
  ['an unknown path', '/nothing', 404],
  ['a malformed address', '/%zz', 404],
  ['the address of the socket', '/api/transcription', 404],
  ['a wrong query', '/api/user/layouts?limit=1&limit=2', 400],
] as const

test.each(answers)('%s has a type that browsers must not guess, and stands in no frame', async (_, path, status) => {
  const answer = await ask(server.url, `GET ${path}`, { token })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^(?:application\/json|text\/html); charset=utf-8$/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  // `default-src 'none'` includes objects; a base address belongs to a page only.
  if (policy.includes("default-src 'none'")) expect(answer.headers.get('content-type')).toMatch(/json/)
  else for (const directive of ["base-uri 'none'", "object-src 'none'"]) expect(policy).toContain(directive)
})

test('bytes that are no HTTP get an answer with the same headers', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('hello\r\n\r\n')
  const answer = Buffer.concat(await socket.toArray()).toString()
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
  expect(answer).toContain("frame-ancestors 'none'\r\n")
})

test('pages tell no other site from where a link was followed, and answers of calls are kept by no browser', async () => {
  const { headers } = await ask(server.url, 'GET /api/user/account', { token })
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
  expect((await ask(server.url, 'GET /api/docs/')).headers.get('referrer-policy')).toBe('no-referrer')
})

test('over TLS, browsers are told to use nothing else for a year; without TLS they are told nothing', async () => {
  for (const path of ['/', '/nothing']) {
    const overTls = await ask(server.url, `GET ${path}`, { headers: { 'x-forwarded-proto': 'https' } })
    expect(overTls.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await ask(server.url, `GET ${path}`)).headers.get('strict-transport-security')).toBeNull()
  }
})

test('a parameter that is repeated is refused, and so is the method TRACE', async () => {
  const repeated = await ask(server.url, 'GET /api/user/layouts?limit=1&limit=2', { token })
  expect(refusal(repeated)).toEqual([400, 'invalid_request'])
  const traced = request(`${server.url}/api`, { method: 'TRACE' }).end()
  const [{ statusCode }] = await once(traced, 'response')
  expect(statusCode).toBeGreaterThanOrEqual(400)
})
