import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stopEmbedded } from '../../server/store/embedded/index.ts'
import { isAlive } from '../../server/store/embedded/postmaster.ts'
import { ask, newPerson, password, refusal, smallLayout } from './ask.ts'
import { databasePid, runScript, serveIn } from './server-process.ts'

let folder: string
const servers: Awaited<ReturnType<typeof serveIn>>[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartside-survival-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.kill('SIGKILL')
  await stopEmbedded(folder)
  await rm(folder, { recursive: true, force: true })
})

async function serve(args: string[] = ['--demo'], env: Record<string, string> = {}) {
  const server = await serveIn(folder, args, env)
  servers.push(server)
  return server
}

/** Some of everything that must still be there afterwards, and a look at whether it is. */
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

test('a server that was killed starts again with everything it had acknowledged, on the database that lived on', async () => {
  const first = await serve()
  const { expectAll } = await someOfEverything(first.url)
  const pid = await databasePid(folder)
  await first.kill('SIGKILL')
  expect(isAlive(pid)).toBe(true)
  const second = await serve()
  expect(await databasePid(folder)).toBe(pid)
  await expectAll(second.url)
})

test('killed in the middle of many writes, it has every one it answered', async () => {
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

test('a database that was killed comes back by itself, and what was acknowledged is there', async () => {
  const server = await serve()
  const { token, expectAll } = await someOfEverything(server.url)
  process.kill(await databasePid(folder), 'SIGKILL')
  const during: number[] = []
  await expect
    .poll(
      async () => {
        const { status, body } = await ask(server.url, 'GET /api/user/account', { token })
        if (status !== 200) expect(body.code).toBe('unavailable')
        during.push(status)
        return status === 200 && during.includes(503)
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(true)
  expect(new Set(during)).toEqual(new Set([503, 200]))
  await expectAll(server.url)
})

test('server and database killed together, both come back with everything', async () => {
  const first = await serve()
  const { expectAll } = await someOfEverything(first.url)
  const pid = await databasePid(folder)
  first.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await first.ended
  const second = await serve()
  await expectAll(second.url)
})

test('a note that was being written when its server was killed is written by the next one', async () => {
  // A model that takes the question and never answers.
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
    await expect.poll(async () => (await get()).body.status, { timeout: 40_000 }).toBe('ready')
  } finally {
    silent.closeAllConnections()
    silent.close()
  }
})

test('a server that is asked to stop stops its database too, and leaves the folder free', async () => {
  const first = await serve()
  const { expectAll } = await someOfEverything(first.url)
  const pid = await databasePid(folder)
  expect(await first.kill('SIGTERM')).toBe(0)
  expect(isAlive(pid)).toBe(false)
  const second = await serve()
  await expectAll(second.url)
})

test('a second server on the same folder is told who uses it, and the first is not disturbed', async () => {
  const first = await serve()
  const second = runScript('serve.ts', ['--port', '0', '--data', folder])
  expect(await second.ended).toBe(1)
  const { out, err } = second.said()
  expect(out).toBe('')
  expect(err.trim()).toBe(
    `Another Chartside server (pid ${first.child.pid}) is using ${folder}. Stop it, or choose another folder with --data.`,
  )
  expect((await ask(first.url, 'GET /api')).body.status).toBe('ok')
})

test('a port that is taken is told in a sentence, and nothing is left running', async () => {
  const first = await serve()
  const elsewhere = join(folder, 'elsewhere')
  const { port } = new URL(first.url)
  const second = runScript('serve.ts', ['--port', port, '--data', elsewhere])
  expect(await second.ended).toBe(1)
  const { out, err } = second.said()
  expect([out, err.trim()]).toEqual(['', 'The port is taken by another program. Choose another one with --port.'])
  expect(await readdir(elsewhere)).not.toContain('server.lock')
  expect(await readdir(join(elsewhere, 'pg'))).not.toContain('postmaster.pid')
})

test('two servers started at once on a new folder: one serves, the other is told', async () => {
  const starts = [serve(), serve()]
  const settled = await Promise.allSettled(starts)
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = settled.find((one) => one.status === 'rejected')
  expect(String(refused?.reason)).toContain('Another Chartside server')
})

test('a start says one line, and the demo’s sign-in works', async () => {
  const server = await serve()
  expect(server.said().out).toBe(`listening on ${server.url}\n`)
  const [, email, word] = /sign in as (\S+) with the password (\S+)/.exec(server.said().err) ?? []
  const answer = await ask(server.url, 'POST /api/user/login/email', { body: { email, password: word } })
  expect(answer.status).toBe(200)
})

test('an administrator is created without a server and beside one', async () => {
  const create = (email: string) =>
    runScript('admin.ts', ['create-user', '--email', email, '--password', password, '--admin', '--data', folder])
  const before = create('before@clinic.example')
  expect(await before.ended).toBe(0)
  const server = await serve([])
  const beside = create('beside@clinic.example')
  expect(await beside.ended).toBe(0)
  for (const email of ['before@clinic.example', 'beside@clinic.example']) {
    const { body } = await ask(server.url, 'POST /api/user/login/email', { body: { email, password } })
    const account = await ask(server.url, 'GET /api/user/account', { token: body.accessToken })
    expect(account.body).toMatchObject({ email, admin: true })
  }
  const again = create('beside@clinic.example')
  expect(await again.ended).toBe(1)
  expect(again.said().err).toContain('There is already an account for beside@clinic.example.')
  const registering = await ask(server.url, 'POST /api/user/register', { body: { email: 'a@b.example', password } })
  expect(refusal(registering)).toEqual([403, 'registration_closed'])
})

test('another key than the data was written with is refused before anything is written', async () => {
  await (await serve()).kill('SIGTERM')
  const other = runScript('serve.ts', ['--port', '0', '--data', folder], {
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  expect(await other.ended).toBe(1)
  expect(other.said().err).toContain('ENCRYPTION_KEY must be the key this database was made with')
})

test('a setting that cannot be used is named in one sentence', async () => {
  const wrong = runScript('serve.ts', ['--data', folder], { MODEL_BASE_URL: 'not an address' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.said().err.trim()).toBe('MODEL_BASE_URL must be an address such as http://127.0.0.1:11434/v1.')
})

test('the key and the database’s password are for their owner’s eyes', async () => {
  await serve()
  for (const name of ['encryption.key', 'pg/chartside.json']) {
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  }
})
