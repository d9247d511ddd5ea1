import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../lib/contracts/index.ts'
import { ensureLanguageData } from '../../scripts/language-data.ts'
import type { SpeechEngine } from '../../server/providers/speech/engine.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { places } from '../../server/store/places.ts'
import { transcriptFileParts } from '../../server/store/schema/index.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'
import { scan, wav } from './transcript-files/make.ts'
import { pictureOf } from './transcript-files/picture-of.ts'
import { sendZeros } from './transcript-files/send-zeros.ts'

const scripted = createScriptedEngine([
  { speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 },
  { speaker: 0 as const, text: 'About six hours a night.', fromMs: 2000, toMs: 3500 },
])
const heard = ['Speaker 0: How did you sleep? About six hours a night.']
const sound = wav({ rateHz: 16_000, channels: 1, bits: 16, ms: 4000 })

let database: Awaited<ReturnType<typeof freshDatabase>>
let shared: { url: string; key: Buffer }
let folder: string
let servers: TestServer[] = []
beforeEach(async () => {
  database = await freshDatabase()
  shared = { url: database.url, key: randomBytes(32) }
  folder = await mkdtemp(join(tmpdir(), 'chartside-files-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function serverWith(engine: SpeechEngine | null = scripted): Promise<TestServer> {
  const speech = engine === null ? { engine: null, message: 'None.' } : { engine, message: null }
  const server = await startTestServer({ shared, env: { DATA: folder }, deps: { speech } })
  servers.push(server)
  return server
}
const closed = async (server: TestServer) => {
  servers = servers.filter((one) => one !== server)
  await server.close()
}

interface Sending {
  token: string
  fields?: Record<string, string>
  key?: string
}
async function send(server: TestServer, content: Uint8Array, { token, fields = {}, key }: Sending) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'a.bin')
  const headers = {
    authorization: `Bearer ${token}`,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const url = `${server.url}/api/user/transcripts/submit/file`
  const response = await fetch(url, { method: 'POST', headers, body: form })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const read = async (server: TestServer, id: string, token: string) => {
  const get = async () => (await ask(server.url, `GET /api/user/transcripts/${id}`, { token })).body
  await expect.poll(async () => (await get()).status).toMatch(/^(ready|failed)$/)
  return get()
}
const rowsOf = async (server: TestServer, table: string) =>
  (await server.store.database.execute(`select count(*)::int as n from ${table}`)).rows[0]?.n
const spooled = async () => (existsSync(join(folder, 'spool')) ? readdir(join(folder, 'spool')) : [])

describe.skipIf(!ensureLanguageData())('a picture of text', () => {
  test('waits to be read and is then read line by line', async () => {
    const server = await serverWith(null)
    const token = (await newPerson(server.url)).accessToken
    const picture = await pictureOf(['Therapist: How do you sleep?', 'Client: About five hours a night.'])
    const sent = await send(server, picture, { token })
    expect([sent.status, sent.body.status, sent.body.title]).toEqual([200, 'ocr-waiting', 'Picture'])
    const { status, turns } = await read(server, sent.body.id, token)
    expect(status).toBe('ready')
    expect(turns.join('\n')).toMatch(/Therapist: How do you sleep\?\s+Client: About five hours a night\./)
    expect(await rowsOf(server, 'transcript_file_parts')).toBe(0)
  })

  test('beside the header of a fax is read, too', async () => {
    const server = await serverWith(null)
    const token = (await newPerson(server.url)).accessToken
    const jpeg = await pictureOf(['Client: No more than two pills.'], 'jpeg')
    const fax = scan(jpeg, { width: 900, height: 300, line: 'FROM: Ward 7' })
    const { body } = await send(server, fax, { token })
    expect((await read(server, body.id, token)).turns).toEqual(['FROM: Ward 7', 'Client: No more than two pills.'])
  })

  test('in a script that this server cannot read is refused', async () => {
    const server = await serverWith(null)
    const token = (await newPerson(server.url)).accessToken
    const sent = await send(server, await pictureOf(['Ja']), { token, fields: { language: 'th' } })
    expect(refusal(sent)).toEqual([415, 'unsupported_type'])
  })

  test('without words ends with a sentence', async () => {
    const server = await serverWith(null)
    const token = (await newPerson(server.url)).accessToken
    const { body } = await send(server, await pictureOf([]), { token })
    expect(await read(server, body.id, token)).toMatchObject({
      statusText: 'No text or speech was found in this file.',
      turns: [],
    })
  })
})

describe('a file whose server dies', () => {
  /** An engine that hangs until the test calls `open`. `started` resolves when the server first uses the engine. */
  function stuck(): { engine: SpeechEngine; started: Promise<void>; open(): void } {
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const engine: SpeechEngine = {
      ...scripted,
      async open(options) {
        begun.resolve()
        await gate.promise
        return scripted.open(options)
      },
    }
    return { engine, started: begun.promise, open: gate.resolve }
  }

  /** Sends a sound file to a server whose engine hangs. `open` lets the engine go on. */
  async function stuckFile() {
    const { engine, started, open } = stuck()
    const first = await serverWith(engine)
    const token = (await newPerson(first.url)).accessToken
    const { body } = await send(first, sound, { token })
    await started
    return { first, token, body, open }
  }

  test('is read by another server, once', async () => {
    const { first, token, body, open } = await stuckFile()
    const second = await serverWith()
    await expect
      .poll(async () => {
        // Ends the lease, as if its server had been killed.
        await second.store.database.execute(`update transcript_files set lease_until = now() - interval '1 second'`)
        return (await ask(second.url, `GET /api/user/transcripts/${body.id}`, { token })).body.status
      })
      .toBe('ready')
    open()
    await closed(first)
    expect((await read(second, body.id, token)).turns).toEqual(heard)
    expect(await rowsOf(second, 'transcript_files')).toBe(0)
  })

  test('is passed on to the next server if its own closes normally', async () => {
    const { first, token, body, open } = await stuckFile()
    const closing = closed(first)
    open()
    await closing
    const second = await serverWith()
    expect(await read(second, body.id, token)).toMatchObject({ status: 'ready', turns: heard })
  })

  test('is read also if the server had an earlier version, which stored the parts as base64', async () => {
    const { first, token, body, open } = await stuckFile()
    const { database, encryption } = first.store
    for (const { position, bytes } of await database.select().from(transcriptFileParts)) {
      const place = places.filePart(body.id, position)
      const content = encryption.unseal(place, bytes) as Buffer
      const before = encryption.seal(place, content.toString('base64'))
      await database
        .update(transcriptFileParts)
        .set({ bytes: before })
        .where(eq(transcriptFileParts.position, position))
    }
    const closing = closed(first)
    open()
    await closing
    const second = await serverWith()
    expect(await read(second, body.id, token)).toMatchObject({ status: 'ready', turns: heard })
  })
})

describe('the files in the spool', () => {
  test('of a dead process, or older than a day, are removed at the next start; those that another server reads stay', async () => {
    const spool = join(folder, 'spool')
    await mkdir(spool)
    const host = hostname().replaceAll(/[^\w-]/g, '-')
    const names = {
      dead: `${host}.${2 ** 30}.${randomUUID()}`,
      living: `${host}.${process.ppid}.${randomUUID()}`,
      elsewhere: `other-host.1.${randomUUID()}`,
      old: `other-host.2.${randomUUID()}`,
    }
    for (const name of Object.values(names)) await writeFile(join(spool, name), 'sealed')
    const long = new Date(Date.now() - 25 * 60 * 60_000)
    await utimes(join(spool, names.old), long, long)
    await serverWith()
    expect((await spooled()).sort()).toEqual([names.living, names.elsewhere].sort())
  })
})

describe('an Idempotency-Key on a file', () => {
  test('stores it once, for repeated and simultaneous calls, and gives the same answer', async () => {
    const server = await serverWith()
    const token = (await newPerson(server.url)).accessToken
    const key = randomUUID()
    const once = () => send(server, Buffer.from('Client: Better.'), { token, fields: { title: 'Intake' }, key })
    const answers = [...(await Promise.all([once(), once()])), await once()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await rowsOf(server, 'transcripts')).toBe(1)
  })

  test('refuses another file or other data about it', async () => {
    const server = await serverWith()
    const token = (await newPerson(server.url)).accessToken
    const key = randomUUID()
    await send(server, Buffer.from('Client: Better.'), { token, key })
    for (const [text, fields] of [
      ['Client: Worse.', {}],
      ['Client: Better.', { title: 'Other' }],
    ] as const)
      expect(refusal(await send(server, Buffer.from(text), { token, key, fields }))).toEqual([
        409,
        'idempotency_mismatch',
      ])
    expect(await rowsOf(server, 'transcripts')).toBe(1)
  })
})

describe('a sound file of 200 MB', () => {
  test('is refused with a sentence that names the limit, and nothing of it is kept', async () => {
    const server = await serverWith()
    const token = (await newPerson(server.url)).accessToken
    const { status, body } = await sendZeros(`${server.url}/api/user/transcripts/submit/file`, {
      token,
      head: sound.subarray(0, 44),
      megabytes: 200,
    })
    expect(status).toBe(413)
    const megabytes = limits.transcriptFileMaxBytes.audio / 1024 / 1024
    expect(body).toMatchObject({
      code: 'too_large',
      message: `This file is too large. Sound files can have ${megabytes} MB at most.`,
    })
    await expect.poll(spooled).toEqual([])
    expect(await rowsOf(server, 'transcripts')).toBe(0)
  })
})
