import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { startS3 } from '../fakes/s3-server.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'
import { wav } from './transcript-files/make.ts'

const engine = createScriptedEngine([{ speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 }])
/** 5.8 MB, so that S3 gets it in two parts. */
const sound = wav({ rateHz: 48_000, channels: 2, bits: 16, ms: 30_000 })

let s3: Awaited<ReturnType<typeof startS3>>
let database: Awaited<ReturnType<typeof freshDatabase>>
let shared: { url: string; key: Buffer }
let folder: string
const servers: TestServer[] = []
beforeAll(async () => {
  s3 = await startS3()
}, 300_000)
afterAll(() => s3?.close())
beforeEach(async () => {
  database = await freshDatabase()
  shared = { url: database.url, key: randomBytes(32) }
  folder = await mkdtemp(join(tmpdir(), 'chartside-stored-'))
})
afterEach(async () => {
  s3.suffer('none')
  for (const server of servers.splice(0)) await server.close()
  await s3.clear()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function serve(env: Record<string, string> = {}): Promise<TestServer> {
  const deps = { speech: { engine, message: null } }
  const server = await startTestServer({ shared, env: { DATA: folder, FILES_URL: s3.filesUrl, ...env }, deps })
  servers.push(server)
  return server
}

async function send(server: TestServer, token: string) {
  const form = new FormData()
  form.set('file', new Blob([sound as Uint8Array<ArrayBuffer>]), 'a.wav')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/api/user/transcripts/submit/file`, {
    method: 'POST',
    headers,
    body: form,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const transcriptOf = async (server: TestServer, token: string, id: string) =>
  (await ask(server.url, `GET /api/user/transcripts/${id}`, { token })).body
const rowsOf = async (server: TestServer, table: string) =>
  (await server.store.database.execute(`select count(*)::int as n from ${table}`)).rows[0]?.n
const objectCount = async () => (await s3.objects()).length

test('a file is stored encrypted in S3, in parts, then read, and deleted there', async () => {
  const web = await serve({ ROLE: 'web' })
  const { accessToken: token } = await newPerson(web.url)
  s3.suffer('slow')
  const { status, body } = await send(web, token)
  expect([status, body.status]).toEqual([200, 'transcribing'])
  expect(s3.calls).toContain('PUT /chartside/files/ID?partNumber=2&uploadId=ID&x-id=UploadPart')
  const [object] = await s3.objects()
  expect(object?.length).toBeGreaterThan(sound.length)
  expect(object?.includes(sound.subarray(0, 12))).toBe(false)
  expect(await rowsOf(web, 'transcript_file_parts')).toBe(0)
  const jobs = await serve({ ROLE: 'jobs' })
  await expect.poll(async () => (await transcriptOf(web, token, body.id)).status).toBe('ready')
  expect((await transcriptOf(web, token, body.id)).turns).toEqual(['Speaker 0: How did you sleep?'])
  await expect.poll(objectCount).toBe(0)
  expect(await rowsOf(jobs, 'file_objects')).toBe(0)
})

test('while S3 is full, refuses or is away, an upload is answered with 503 and the time to wait, and stores nothing', async () => {
  const server = await serve()
  const { accessToken: token } = await newPerson(server.url)
  for (const trouble of ['full', 'refusing', 'away'] as const) {
    s3.suffer(trouble)
    const sent = await send(server, token)
    expect([trouble, ...refusal(sent)]).toEqual([trouble, 503, 'unavailable'])
    expect(sent.headers.get('retry-after')).toBe('5')
  }
  expect([await rowsOf(server, 'transcripts'), await objectCount()]).toEqual([0, 0])
  s3.suffer('none')
  expect((await send(server, token)).status).toBe(200)
})

test('a file waits while S3 is away, which is no attempt, and is read when S3 is back', async () => {
  const web = await serve({ ROLE: 'web' })
  const { accessToken: token } = await newPerson(web.url)
  const { body } = await send(web, token)
  s3.suffer('away')
  await serve({ ROLE: 'jobs' })
  await expect
    .poll(async () => (await transcriptOf(web, token, body.id)).statusText)
    .toBe('The stored file cannot be reached. Chartside tries again by itself.')
  expect((await web.store.database.execute('select attempt from transcript_files')).rows).toEqual([{ attempt: 0 }])
  s3.suffer('none')
  await expect.poll(async () => (await transcriptOf(web, token, body.id)).status).toBe('ready')
})

test('an object is deleted with its transcript, and so is one whose upload was broken off', async () => {
  const web = await serve({ ROLE: 'web' })
  const { accessToken: token } = await newPerson(web.url)
  const [first, second] = [await send(web, token), await send(web, token)]
  expect((await ask(web.url, `DELETE /api/user/transcripts/${first.body.id}`, { token })).status).toBeLessThan(300)
  // As if the server had been killed after the upload, before it created the transcript.
  await web.store.database.execute(
    `update file_objects set file_id = null, attached_at = null, created_at = now() - interval '2 hours'
     where file_id = '${second.body.id}'`,
  )
  expect(await objectCount()).toBe(2)
  const jobs = await serve({ ROLE: 'jobs' })
  await expect.poll(objectCount).toBe(0)
  await expect.poll(() => rowsOf(jobs, 'file_objects')).toBe(0)
})

test('a file can be stored in a folder, from where it is read, and deleted there', async () => {
  const files = join(folder, 'files')
  const FILES_URL = pathToFileURL(files).href
  const web = await serve({ ROLE: 'web', FILES_URL })
  const { accessToken: token } = await newPerson(web.url)
  const { body } = await send(web, token)
  expect(await readdir(files)).toHaveLength(1)
  await serve({ ROLE: 'jobs', FILES_URL })
  await expect.poll(async () => (await transcriptOf(web, token, body.id)).status).toBe('ready')
  await expect.poll(() => readdir(files)).toEqual([])
})
