import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { socketPath } from '../../lib/contracts/index.ts'
import { isAlive } from '../../server/store/processes.ts'
import { isExhaustive } from '../exhaustive.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, newPerson, password, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { databasePid, serversInFolder } from './server-process.ts'

const { folder, serve } = serversInFolder()
/** A test of a case that another test of this file contains. */
const further = test.runIf(isExhaustive('processes'))

/** Creates data of every kind that must survive. Returns a function that checks that it is all still there. */
async function someOfEverything(url: string) {
  const { accessToken: token, refreshToken, email } = await newPerson(url)
  const layout = (await ask(url, 'POST /api/user/layouts', { token, body: smallLayout })).body
  const text = { text: 'Speaker 0: How do you sleep?\nSpeaker 1: I sleep six hours a night.' }
  const transcript = (await ask(url, 'POST /api/user/transcripts/submit/text', { token, body: text })).body
  const request = { layoutId: layout._id, transcriptId: transcript.id, patientId: 'MRN 1' }
  const report = (await ask(url, 'POST /api/user/reports?wait=30', { token, body: request })).body
  expect(report.status).toBe('ready')
  return {
    token,
    expectAll: async (at: string) => {
      expect((await ask(at, `GET /api/user/layouts/${layout._id}`, { token })).body).toEqual(layout)
      expect((await ask(at, `GET /api/user/transcripts/${transcript.id}`, { token })).body).toEqual(transcript)
      expect((await ask(at, `GET /api/user/reports/${report._id}`, { token })).body).toEqual(report)
      expect((await ask(at, 'POST /api/user/login/email', { body: { email, password } })).status).toBe(200)
      expect((await ask(at, 'POST /api/user/login/token', { body: { refreshToken } })).status).toBe(200)
    },
  }
}

further(
  'a killed server starts again with everything it had acknowledged, on the database that kept running',
  async () => {
    const first = await serve()
    const { expectAll } = await someOfEverything(first.url)
    const pid = await databasePid(folder())
    await first.kill('SIGKILL')
    expect(isAlive(pid)).toBe(true)
    const second = await serve()
    expect(await databasePid(folder())).toBe(pid)
    await expectAll(second.url)
  },
)

test('a server killed during many writes has every write that it answered', async () => {
  const first = await serve()
  const { accessToken: token } = await newPerson(first.url)
  const answered: string[] = []
  const writing = Array.from({ length: 4 }, async () => {
    for (;;) {
      const name = randomUUID()
      const answer = await ask(first.url, 'POST /api/user/layouts', { token, body: { ...smallLayout, name } }).catch(
        () => null,
      )
      if (answer?.status !== 201) return
      answered.push(answer.body._id)
    }
  })
  await expect.poll(() => answered.length).toBeGreaterThan(20)
  await first.kill('SIGKILL')
  await Promise.all(writing)
  const second = await serve()
  for (const id of answered) {
    expect((await ask(second.url, `GET /api/user/layouts/${id}`, { token })).status).toBe(200)
  }
})

test('a killed database comes back by itself, with everything that was acknowledged', async () => {
  const server = await serve()
  const { token, expectAll } = await someOfEverything(server.url)
  const strike = async () => process.kill(await databasePid(folder()), 'SIGKILL')
  await strike()
  const during: number[] = []
  await expect
    .poll(
      async () => {
        const { status, body } = await ask(server.url, 'GET /api/user/account', { token })
        if (status !== 200) expect(body.code).toBe('unavailable')
        during.push(status)
        // If the database was back before any request failed, kill the database again.
        if (status === 200 && !during.includes(503)) await strike()
        return status === 200 && during.includes(503)
      },
      { interval: 20 },
    )
    .toBe(true)
  expect(new Set(during)).toEqual(new Set([503, 200]))
  await expectAll(server.url)
})

further('when server and database are killed together, both come back with everything', async () => {
  const first = await serve()
  const { expectAll } = await someOfEverything(first.url)
  const pid = await databasePid(folder())
  first.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await first.ended
  const second = await serve()
  await expectAll(second.url)
})

further('a note that was being written when its server was killed is written by the next server', async () => {
  // A model that accepts the request and never answers.
  const asked = Promise.withResolvers<void>()
  const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
  try {
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const first = await serve(['--demo'], { MODEL_BASE_URL: `http://127.0.0.1:${port}/v1`, MODEL_NAME: 'silent' })
    const { accessToken: token } = await newPerson(first.url)
    const layout = await ask(first.url, 'POST /api/user/layouts', { token, body: smallLayout })
    const request = { layoutId: layout.body._id, transcript: 'Speaker 1: I feel better.', patientId: 'MRN 1' }
    const { body } = await ask(first.url, 'POST /api/user/reports', { token, body: request })
    await asked.promise
    await first.kill('SIGKILL')
    const second = await serve()
    const get = () => ask(second.url, `GET /api/user/reports/${body._id}`, { token })
    await expect.poll(async () => (await get()).body.status).toBe('ready')
  } finally {
    silent.closeAllConnections()
    silent.close()
  }
})

test('a note of a killed server is written by another server that runs beside it, for one credit', async () => {
  const database = await freshDatabase()
  const asked = Promise.withResolvers<void>()
  const silent = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
  try {
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const shared = { DATABASE_URL: database.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') }
    const model = { MODEL_BASE_URL: `http://127.0.0.1:${port}/v1`, MODEL_NAME: 'silent' }
    const first = await serve(['--demo'], { ...shared, ...model })
    const { accessToken: token } = await newPerson(first.url)
    const layout = await ask(first.url, 'POST /api/user/layouts', { token, body: smallLayout })
    const request = { layoutId: layout.body._id, transcript: 'Speaker 1: I feel better.', patientId: 'MRN 1' }
    const { body } = await ask(first.url, 'POST /api/user/reports', { token, body: request })
    await asked.promise
    const second = await serve(['--demo'], shared)
    const status = async () => (await ask(second.url, `GET /api/user/reports/${body._id}`, { token })).body.status
    expect(await status()).toBe('generating')
    await first.kill('SIGKILL')
    await expect.poll(status).toBe('ready')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query('select attempt, (select count(*) from usage)::int as credits from outputs')
    await client.end()
    expect(rows).toEqual([{ attempt: 2, credits: 1 }])
    await second.kill('SIGTERM')
  } finally {
    silent.closeAllConnections()
    silent.close()
    await database.drop()
  }
})

test('acknowledged words of a recording survive the server, and the recording continues from there', async () => {
  const lines = Array.from({ length: 6 }, (_, index) => ({
    speaker: (index % 2) as 0 | 1,
    text: `This is sentence ${index}.`,
    fromMs: index * 2000 + 200,
    toMs: index * 2000 + 1800,
  }))
  const script = join(folder(), 'script.json')
  await writeFile(script, JSON.stringify(lines))
  const speech = { SPEECH_ENGINE: 'scripted', SPEECH_SCRIPT: script }
  const record = async (url: string, token: string) => {
    const { body } = await ask(url, 'POST /api/user/transcription/ticket', { token })
    return connectRaw(`${url.replace('http', 'ws')}${socketPath}`, { ticket: body.ticket })
  }
  const first = await serve(['--demo'], speech)
  const { accessToken: token } = await newPerson(first.url)
  const start = startMessage()
  const before = await record(first.url, token)
  await before.send(start)
  await before.sound(7000)
  await before.until(() => (before.duration ?? 0) >= 5)
  await first.kill('SIGKILL')
  await before.closed()
  const acknowledged = before.duration ?? 0

  const second = await serve(['--demo'], speech)
  const after = await record(second.url, token)
  await after.send(start)
  await after.until(() => after.types.includes('ready'))
  expect(after.duration).toBeGreaterThanOrEqual(acknowledged)
  await after.sound(12_000 - (after.duration ?? 0) * 1000)
  await after.send({ type: 'finish' })
  expect(await after.closed()).toBe(1000)
  const { body } = await ask(second.url, `GET /api/user/transcripts/${start.transactionId}`, { token })
  expect(body).toMatchObject({ status: 'ready', duration: 12 })
  expect(body.turns).toEqual(lines.map(({ speaker, text }) => `Speaker ${speaker}: ${text}`))
})

further('a server that is asked to stop also stops its database, and leaves the folder free', async () => {
  const first = await serve()
  const { expectAll } = await someOfEverything(first.url)
  const pid = await databasePid(folder())
  expect(await first.kill('SIGTERM')).toBe(0)
  expect(isAlive(pid)).toBe(false)
  const second = await serve()
  await expectAll(second.url)
})

test('a note is written at its first attempt on a machine that stalls for longer than the note may compute', async () => {
  const database = await freshDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const row = async () => (await client.query('select status, attempt from outputs')).rows[0]
  try {
    const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: randomBytes(32).toString('base64') }
    const server = await serve(['--demo'], { ...env, COMPUTING_SECONDS: '4' })
    const { accessToken: token } = await newPerson(server.url)
    const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })
    const transcript = 'Speaker 1: I have no chest pain, my mother takes sertraline every day. '.repeat(60)
    const request = { layoutId: layout.body._id, transcript, patientId: 'MRN 1' }
    await ask(server.url, 'POST /api/user/reports', { token, body: request })
    await expect.poll(async () => (await row()).attempt, { interval: 10 }).toBe(1)
    server.child.kill('SIGSTOP')
    await setTimeout(5_000)
    server.child.kill('SIGCONT')
    await expect.poll(async () => (await row()).status).toBe('ready')
    expect(await row()).toEqual({ status: 'ready', attempt: 1 })
    await server.kill('SIGTERM')
  } finally {
    await client.end()
    await database.drop()
  }
})
