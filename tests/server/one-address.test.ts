import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { socketPath } from '../../lib/contracts/index.ts'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { socketLimits } from '../../server/transcription/connection-limits.ts'
import { isExhaustive } from '../exhaustive.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, newPerson, password, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const clinic = '198.51.100.7'
/** A run that is not exhaustive takes a tenth of the people, and a tenth of the limits of their address. */
const part = isExhaustive('clinic day') ? 1 : 0.1
const peopleCount = 1000 * part
const socketCount = 1500 * part
const addressLimits = {
  PUBLIC_CALLS_PER_ADDRESS_MINUTE: `${attemptLimits.strangerCallsPerMinute * part}`,
  CODES_PER_ADDRESS_HOUR: `${Math.max(30, attemptLimits.codesPerAddress * part)}`,
  FAILED_SIGN_INS_PER_ADDRESS: `${attemptLimits.perAddress * part}`,
  UNKNOWN_SOCKETS_PER_ADDRESS: `${socketLimits.unknownSocketsPerAddress * part}`,
  UNKNOWN_STARTS_PER_ADDRESS_MINUTE: `${socketLimits.unknownStartsPerMinutePerAddress * part}`,
}

let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.close())

const start = (env: Record<string, string> = {}) =>
  startTestServer({
    env: {
      DEMO: '0',
      REGISTRATION: '1',
      TRUST_PROXY: '1',
      MAIL_URL: mail.url,
      MAIL_FROM: 'scribe@clinic.example',
      JOBS_MESSAGES: '50',
      ...env,
    },
    deps: { speech: { engine: createScriptedEngine([]), message: null } },
  })

/** Does the work for each of the items, at most `atOnce` at the same time. */
async function forEach<Item>(items: Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = [...items]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
    }),
  )
}

const callAt = (server: TestServer, address: string) => (call: string, body?: object, token?: string) =>
  ask(server.url, call, {
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
    headers: { 'x-forwarded-for': address },
  })

/** Newest code for each address. Polling `mails` for every person would take longer than the test. */
async function codeOf(email: string): Promise<string> {
  for (;;) {
    const code = /Your code is (\d{6})/.exec(mail.mails.findLast(({ to }) => to === email)?.raw ?? '')?.[1]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('many people behind one address ask for a code, sign in, renew and open more sockets: nobody is refused', async () => {
  const server = await start(addressLimits)
  const sockets: WebSocket[] = []
  const statuses = new Map<string, number>()
  const note = (what: string, status: number) =>
    statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1)
  try {
    const call = callAt(server, clinic)
    const people: { email: string; token: string; refreshToken: string }[] = []
    await forEach([...Array(peopleCount).keys()], 20, async () => {
      const { email } = await newPerson(server.url)
      const requested = await call('POST /api/user/login/generate-otc', { email })
      note('code', requested.status)
      const { ticket } = requested.body
      const entered = await call('POST /api/user/login/with-otc', { ticket, code: await codeOf(email) })
      note('sign-in', entered.status)
      people.push({ email, token: entered.body.accessToken, refreshToken: entered.body.refreshToken })
    })
    await forEach(people, 20, async (person) => {
      const renewed = await call('POST /api/user/login/token', { refreshToken: person.refreshToken })
      note('renewal', renewed.status)
      person.token = renewed.body.accessToken
    })
    const recorders = Array.from({ length: socketCount }, (_, at) => people[at % peopleCount] ?? people[0])
    await forEach(recorders, 40, async (person) => {
      const made = await call('POST /api/user/transcription/ticket', {}, person?.token)
      note('ticket', made.status)
      const client = connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, {
        ticket: made.body.ticket,
        headers: { 'x-forwarded-for': clinic },
      })
      sockets.push(client.socket)
      await client.opened
      await client.send(startMessage())
      await client.until(() => client.types.includes('ready'))
    })
    expect(Object.fromEntries(statuses)).toEqual({
      'code 200': peopleCount,
      'sign-in 200': peopleCount,
      'renewal 200': peopleCount,
      'ticket 201': socketCount,
    })
    expect(sockets.filter(({ readyState }) => readyState === 1)).toHaveLength(socketCount)
  } finally {
    for (const socket of sockets) socket.terminate()
    await server.close()
  }
}, 600_000)

test('a trusted network has no limit of its address, but every limit of a person', async () => {
  const server = await start({
    TRUSTED_NETWORKS: '198.51.100.0/24',
    PUBLIC_CALLS_PER_ADDRESS_MINUTE: '20',
    CODES_PER_ADDRESS_HOUR: '3',
    FAILED_SIGN_INS_PER_ADDRESS: '3',
  })
  const stranger = '203.0.113.9'
  try {
    const codes = async (address: string) => {
      const answers = []
      for (let at = 0; at < 5; at++)
        answers.push(
          await callAt(server, address)('POST /api/user/login/generate-otc', {
            email: `${randomUUID()}@clinic.example`,
          }),
        )
      return answers.map(({ status }) => status)
    }
    expect(await codes(clinic)).toEqual([200, 200, 200, 200, 200])
    expect(await codes(stranger)).toEqual([200, 200, 200, 429, 429])
    const guesses = async (address: string, email: () => string) => {
      const answers = []
      for (let at = 0; at < 8; at++)
        answers.push(await callAt(server, address)('POST /api/user/login/email', { email: email(), password }))
      return answers.map(({ status }) => status)
    }
    const somebody = () => `${randomUUID()}@clinic.example`
    const victim = somebody()
    expect(await guesses(clinic, somebody)).toEqual(Array<number>(8).fill(401))
    expect((await guesses(clinic, () => victim)).slice(attemptLimits.freePerPair)).toContain(429)
    expect(await guesses(stranger, somebody)).toEqual([401, 401, 401, 429, 429, 429, 429, 429])
  } finally {
    await server.close()
  }
})

test('many people behind a proxy that is not trusted: the log and a notice for administrators name the proxy', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'warn' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    }),
  )
  const server = await startTestServer({ deps: { log } })
  const call = (token: string, headers: Record<string, string> = {}) =>
    ask(server.url, 'GET /api/user/banners', { token, headers })
  try {
    const people = await Promise.all(Array.from({ length: 12 }, () => newPerson(server.url)))
    const administrator = people[0]?.accessToken ?? ''
    await server.store.database.execute(`update users set admin = true where id = '${String(people[0]?.userId)}'`)
    for (const { accessToken } of people) expect((await call(accessToken)).body.banners).toEqual([])
    const warned = () => lines.filter(({ msg }) => String(msg).includes('share one address'))
    expect(warned()).toEqual([])
    for (let round = 0; round < 2 * server.servers; round++)
      for (const { accessToken } of people) await call(accessToken, { 'x-forwarded-for': clinic })
    expect(warned()).toHaveLength(server.servers)
    expect(warned()[0]).toMatchObject({ proxy: '127.0.0.1' })
    const [notice] = (await call(administrator)).body.banners
    expect(notice).toMatchObject({ level: 'warning', ofServer: true, text: expect.stringContaining('TRUST_PROXY') })
    expect((await call(people[1]?.accessToken ?? '')).body.banners).toEqual([])
    expect(
      refusal(await ask(server.url, `DELETE /api/admin/banners/${notice.bannerId}`, { token: administrator })),
    ).toEqual([404, 'not_found'])
  } finally {
    await server.close()
  }
})
