import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup, writeBackup } from '../../server/store/index.ts'
import { freePort } from '../fakes/free-port.ts'
import { startMailServer } from '../fakes/mail-server.ts'
import { ask, newPerson, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { scratch } from './scratch.ts'
import { gated, stating } from './scripted-writer.ts'
import { runScript, serversInFolder } from './server-process.ts'
import { startTestServer, type TestServer } from './start-server.ts'

/** Text with everything that the format of a copy must write in another way. */
const hardText =
  'Speaker 1: one\ttab, two\\\\ backslashes, \\N, \\., “quotes”, 名前, 🙂,\nSpeaker 1: \\.\nSpeaker 1: end'
const key = randomBytes(32)
let folder = ''
let database: Awaited<ReturnType<typeof freshDatabase>>
let server: TestServer
const gate = gated()
let isHeld = false

beforeAll(async () => {
  folder = await mkdtemp(join(scratch, 'chartside-backups-'))
  database = await freshDatabase()
  server = await startTestServer({
    shared: { url: database.url, key },
    deps: { generate: (request) => (isHeld ? gate.generate(request) : stating(request)) },
  })
})
afterAll(async () => {
  await server?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A note, from its words to its status. */
async function writeNote(token: string, text = hardText, wait = '?wait=30') {
  const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })
  const transcript = await ask(server.url, 'POST /api/user/transcripts/submit/text', { token, body: { text } })
  const body = { layoutId: layout.body._id, transcriptId: transcript.body.id, patientId: 'P\t1\\N' }
  const { body: note } = await ask(server.url, `POST /api/user/reports${wait}`, { token, body })
  return note as { _id: string; status: string }
}

/** Restores into a new database, and calls `work` with its address. */
async function restored(path: string, work: (url: string) => Promise<void>, keys: Buffer[] = [key]) {
  const place = await freshDatabase({ empty: true })
  try {
    await restoreBackup(place.url, keys, path)
    await work(place.url)
  } finally {
    await place.drop()
  }
}

test('a drill: every acknowledged row is there after a restore, hashes are equal, and a server works on', async () => {
  const { accessToken: token } = await newPerson(server.url)
  const note = await writeNote(token)
  expect(note.status).toBe('ready')
  isHeld = true
  const unfinished = await writeNote(token, hardText, '')
  await gate.started
  isHeld = false
  const path = join(folder, 'drill.backup')
  // People keep working while the backup is written. What was acknowledged before it begins is in it.
  let isOver = false
  const acknowledged: string[] = []
  const working = (async () => {
    while (!isOver) acknowledged.push((await newPerson(server.url)).email)
  })()
  await expect.poll(() => acknowledged.length).toBeGreaterThan(2)
  const before = [...acknowledged]
  const tables = await writeBackup(database.url, key, path, new Date())
  isOver = true
  await working

  const bytes = await readFile(path)
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
  await restored(path, async (url) => {
    const again = await writeBackup(url, key, join(folder, 'again.backup'), new Date())
    // The unfinished note was offered to the next server, so its row differs in its lease.
    const { outputs: _, ...others } = tables
    const { outputs: __, ...othersAgain } = again
    expect(othersAgain).toEqual(others)
    expect(again.outputs?.rows).toBe(tables.outputs?.rows)
    const emails = (await query<{ email: string }>(url, 'select email from users')).map(({ email }) => email)
    expect(before.filter((email) => !emails.includes(email))).toEqual([])

    const next = await startTestServer({ shared: { url, key } })
    try {
      const read = async (id: string) => (await ask(next.url, `GET /api/user/reports/${id}`, { token })).body
      const original = (await ask(server.url, `GET /api/user/reports/${note._id}`, { token })).body
      expect(await read(note._id)).toEqual(original)
      expect(JSON.stringify(original)).toContain('backslashes')
      await expect.poll(async () => (await read(unfinished._id)).status).toBe('ready')
      // New rows get numbers behind the restored ones.
      expect((await newPerson(next.url)).accessToken).toBeTruthy()
    } finally {
      await next.close()
    }
  })
  gate.open()
})

describe('a restore changes nothing, and says why,', () => {
  let path = ''
  beforeAll(async () => {
    path = join(folder, 'whole.backup')
    await writeBackup(database.url, key, path, new Date())
  })
  const attempt = (file: string, keys = [key]) => restored(file, () => expect.unreachable(), keys)

  test('with another key; an older key in second place opens it', async () => {
    await expect(attempt(path, [randomBytes(32)])).rejects.toThrow('Set ENCRYPTION_KEY to the key of the server')
    await restored(path, async () => {}, [randomBytes(32), key])
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['with a changed byte', (bytes) => Buffer.concat([bytes.subarray(0, -100), randomBytes(100)])],
    ['with a missing end', (bytes) => bytes.subarray(0, -200)],
    ['that is empty', () => Buffer.alloc(0)],
    ['of another kind', () => Buffer.from('hello\n')],
  ])('for a file %s', async (_, change) => {
    const file = join(folder, 'changed.backup')
    await writeFile(file, change(await readFile(path)))
    const place = await freshDatabase({ empty: true })
    try {
      await expect(restoreBackup(place.url, [key], file)).rejects.toThrow(/is damaged|cannot be opened|is no backup/)
      const there = await query<{ there: boolean }>(place.url, `select to_regclass('users') is not null as there`)
      if (there[0]?.there) expect(await query(place.url, 'select 1 from users')).toEqual([])
    } finally {
      await place.drop()
    }
  })

  test('if the database has people already', async () => {
    await expect(restoreBackup(database.url, [key], path)).rejects.toThrow('The database has people already')
  })
})

describe('the commands', () => {
  const servers = serversInFolder()
  const admin = async (args: string[], env: Record<string, string> = {}) => {
    const command = runScript('admin.ts', args, env)
    return { status: await command.ended, ...command.output() }
  }

  test('back up beside a running server with its own database, and restore into an empty folder', async () => {
    const running = await servers.serve()
    const data = ['--data', servers.folder()]
    const file = join(folder, 'embedded.backup')
    const made = await admin(['backup', '--to', file, ...data])
    expect(made).toMatchObject({ status: 0, err: '' })
    expect(made.out).toMatch(/^Wrote \d+ rows to /)
    expect((await admin(['backup', '--to', file, ...data])).err).toContain('exists already')
    await running.kill('SIGTERM')
    const place = join(servers.folder(), 'place')
    await mkdir(place)
    const into = ['restore', '--from', file, '--data', place]
    expect((await admin(into)).err).toContain('The key of the backup is missing.')
    await copyFile(join(servers.folder(), 'encryption.key'), join(place, 'encryption.key'))
    expect(await admin(into)).toMatchObject({ status: 0, out: expect.stringContaining('the same rows as the backup') })
    expect((await admin(into)).err).toContain('The database has people already')
  })

  test('check says in one sentence each what is well and what is not, and changes nothing', async () => {
    const [mail, nobody] = [await startMailServer(), await freePort()]
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: key.toString('base64'),
      MAIL_URL: mail.url,
      MAIL_FROM: 'scribe@clinic.example',
      SPEECH_ENGINE: 'none',
      PUBLIC_URL: server.url.replace('127.0.0.1', 'localhost'),
      OLLAMA_BASE_URL: 'http://127.0.0.1:9',
    }
    const data = ['check', '--data', folder]
    const well = await admin(data, env)
    expect([well.status, well.err]).toEqual([0, ''])
    expect(well.out.split('\n').map((line) => line.split(/\s+/).slice(0, 2).join(' '))).toEqual(
      expect.arrayContaining([
        'ok settings',
        'ok key',
        'ok database',
        'ok search',
        'ok time',
        'ok mail',
        'look speech',
        'look model',
        'ok proxy',
      ]),
    )
    await mail.close()
    const model = { MODEL_BASE_URL: `http://127.0.0.1:${nobody}/v1`, MODEL_NAME: 'a-model' }
    const ill = await admin(data, {
      ...env,
      ...model,
      PUBLIC_URL: `http://localhost:${nobody}`,
      DATABASE_URL: `postgres://a@127.0.0.1:${nobody}/a`,
    })
    expect(ill.status).toBe(1)
    const problems = ill.out.split('\n').filter((line) => line.startsWith('problem'))
    expect(problems.map((line) => line.split(/\s+/)[1])).toEqual(['database', 'mail', 'model', 'proxy'])
    for (const line of problems) expect(line).toMatch(/ECONNREFUSED|ESOCKET/)
    expect((await admin(['check'], { PORT: 'x' })).err).toContain('PORT must be')
  })
})
