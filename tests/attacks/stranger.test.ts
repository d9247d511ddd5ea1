import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints, limits } from '../../lib/contracts/index.ts'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { ask, newPerson, password, refusal } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => server.close())

const signIn = (email: string, word: string, forwarded: string, url = server.url) =>
  ask(url, 'POST /api/user/login/email', { body: { email, password: word }, headers: { 'x-forwarded-for': forwarded } })

describe('Requests without a session', () => {
  test.each(Object.entries(endpoints.public))(
    '%s refuses a body over 16 KB before it is read as JSON',
    async (_, call) => {
      const answer = await ask(server.url, `POST /api${call.path}`, {
        raw: `{"a":"${'x'.repeat(limits.publicBodyMaxBytes)}"}`,
      })
      expect(refusal(answer)).toEqual([413, 'too_large'])
      expect(answer.body.message).toBe('The request is larger than 16 KB. Send a smaller request.')
    },
  )

  test('the answer to unknown keys stays small, no matter how many there are', async () => {
    const { accessToken } = await newPerson(server.url)
    const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`unknown-key-${at}`, 0]))
    const answer = await ask(server.url, 'PUT /api/user/reports/00000000-0000-4000-8000-000000000000', {
      token: accessToken,
      body: keys,
    })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.issues.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(answer.body).length).toBeLessThan(10_000)
  })

  test('a body with more keys than any call takes is refused before it is parsed', async () => {
    const { accessToken } = await newPerson(server.url)
    const keys = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`unknown-key-${at}`, 0]))
    const answer = await ask(server.url, 'POST /api/user/layouts', { token: accessToken, body: keys })
    expect(refusal(answer)).toEqual([413, 'too_large'])
    expect(answer.body.message).toBe('The request contains too many values. Send fewer values in one request.')
  })

  test('a session of 50,000 turns is accepted, whatever its words', async () => {
    const { accessToken } = await newPerson(server.url)
    const turns = Array.from({ length: 50_000 }, (_, at) => `Speaker ${at % 2}: "so", he said: yes, no`)
    const text = 'Speaker 0: Hello.'
    const made = await ask(server.url, 'POST /api/user/transcripts/submit/text', { token: accessToken, body: { text } })
    const path = `PUT /api/user/transcripts/${made.body.id}`
    expect((await ask(server.url, path, { token: accessToken, body: { turns } })).status).toBe(200)
  })

  test('invalid requests count against the limit, and are refused with the seconds to wait', async () => {
    const strict = await startTestServer({ deps: { attempts: { ...attemptLimits, strangerCallsPerMinute: 5 } } })
    try {
      const statuses: number[] = []
      const allowed = 5 * strict.servers
      for (let call = 0; call < allowed + 2; call++)
        statuses.push((await ask(strict.url, 'POST /api/user/login/email', { body: { nonsense: call } })).status)
      expect(statuses).toEqual([...Array<number>(allowed).fill(400), 429, 429])
      const refused = await ask(strict.url, 'POST /api/user/login/token', { raw: '{"broken' })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await strict.close()
    }
  })

  test('a body that never arrives ends in a closed connection', async () => {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    const head =
      'POST /api/user/login/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000'
    socket.write(`${head}\r\n\r\n{`)
    // If the connection stays open, the time limit of the test makes the test fail.
    socket.resume()
    await once(socket, 'close')
  })

  test('one address cannot hold more connections than allowed', async () => {
    const small = await startTestServer({ env: { CONNECTIONS_PER_ADDRESS: '5' } })
    const sockets: Socket[] = []
    try {
      const { port } = new URL(small.url)
      const open = async () => {
        const socket = connect(Number(port), '127.0.0.1')
        sockets.push(socket)
        socket.on('error', () => {})
        await once(socket, 'connect')
        socket.write('GET /api HTTP/1.1\r\nHost: x\r\n\r\n')
        return Promise.race([once(socket, 'data').then(() => 'answered'), once(socket, 'close').then(() => 'closed')])
      }
      const outcomes: string[] = []
      const allowed = 5 * small.servers
      for (let at = 0; at < allowed + 1; at++) outcomes.push(await open())
      expect(outcomes).toEqual([...Array<string>(allowed).fill('answered'), 'closed'])
    } finally {
      for (const socket of sockets) socket.destroy()
      await small.close()
    }
  })
})

describe('Guessing a password', () => {
  test('a forged first address in X-Forwarded-For does not reset the count', async () => {
    const email = 'victim@clinic.example'
    const statuses: number[] = []
    for (let guess = 0; guess < 8; guess++)
      statuses.push((await signIn(email, `guess ${guess}`, `10.0.0.${guess}, 203.0.113.9`)).status)
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.slice(5)).toContain(429)
  })

  test('guesses that are sent at the same time are no more than guesses one after the other', async () => {
    const { email } = await newPerson(server.url)
    // The clock does not advance in this test. Otherwise, the waiting time after wrong guesses could end before the
    // last guess.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const guesses = Array.from({ length: 30 }, (_, guess) => signIn(email, `guess ${guess}`, '203.0.113.77'))
      const checked = (await Promise.all(guesses)).filter(({ status }) => status === 401)
      expect(checked.length).toBe(attemptLimits.freePerPair)
      expect((await signIn(email, password, '203.0.113.77')).status).toBe(429)
    } finally {
      vi.useRealTimers()
    }
  })

  test('wrong guesses by a stranger never lock out the owner at an address they have used before', async () => {
    const { email } = await newPerson(server.url)
    expect((await signIn(email, password, '198.51.100.1')).status).toBe(200)
    for (let guess = 0; guess < attemptLimits.perEmail + 5; guess++)
      await signIn(email, 'wrong', `203.0.113.${guess % 250}`)
    expect((await signIn(email, 'wrong', '192.0.2.77')).status).toBe(429)
    expect((await signIn(email, password, '198.51.100.1')).status).toBe(200)
  })

  test('other people’s failures do not reset a count', async () => {
    const email = 'counted@clinic.example'
    for (let guess = 0; guess < attemptLimits.freePerPair; guess++) await signIn(email, 'wrong', '203.0.113.40')
    await server.store.database.execute(
      `insert into attempts (key, points, expire) select 'flood:' || n, 1, now() + interval '1 hour' from generate_series(1, 20000) n`,
    )
    expect((await signIn(email, 'wrong', '203.0.113.40')).status).toBe(429)
  })

  test('a clinic behind one address can renew its tokens as often as it needs to', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => newPerson(server.url)))
    const tokens = people.map(({ refreshToken }) => refreshToken)
    for (let round = 0; round < 30; round++)
      for (const [at, refreshToken] of tokens.entries()) {
        const answer = await ask(server.url, 'POST /api/user/login/token', { body: { refreshToken } })
        expect(answer.status).toBe(200)
        tokens[at] = answer.body.refreshToken
      }
  })
})

test('nobody registers an email address without proof, even if a mail server is configured', async () => {
  const env = { DEMO: '0', MAIL_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'scribe@clinic.example' }
  const body = { email: 'a@clinic.example', password }
  const closed = await startTestServer({ env })
  try {
    expect(refusal(await ask(closed.url, 'POST /api/user/register', { body }))).toEqual([403, 'registration_closed'])
  } finally {
    await closed.close()
  }
  const open = await startTestServer({ env: { ...env, REGISTRATION: '1' } })
  try {
    const started = await ask(open.url, 'POST /api/user/register', { body })
    expect(Object.keys(started.body)).toEqual(['ticket'])
    expect((await ask(open.url, 'POST /api/user/login/email', { body })).status).toBe(401)
  } finally {
    await open.close()
  }
})
