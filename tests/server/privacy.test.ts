import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Generate } from '../../server/generation/request.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { ask, newPerson, password, smallLayout } from './ask.ts'
import { stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

/** Unusual words that the test says, types and asks for. If they appear in a log or in a table, they have leaked. */
const words = 'Quillfeather confides zanthine remorse'
const visit = { patient: { name: 'Quillfeather Zebulon' } }
const secrets = ['Quillfeather', 'zanthine', 'Zebulon', password]

let server: TestServer
let token: string
let generation: Generate = stating
const lines: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const speech = { engine: createScriptedEngine([]), message: null }
  server = await startTestServer({ deps: { log, speech, generate: (request) => generation(request) } })
  token = (await newPerson(server.url)).accessToken
  await everyCall()
})
afterAll(() => server.close())

/** Sends a file as the panel does. Returns the status of the response. */
async function sendForm(path: string, name: string, content: Buffer, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set(name, new Blob([new Uint8Array(content)]), `${words}.txt`)
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${server.url}/api/user/${path}`, { method: 'POST', headers, body: form })).status
}

/** Sends `words` in the calls that accept text or files of a user, in valid and in invalid requests. */
async function everyCall(): Promise<void> {
  const call = (name: string, asking: object = {}) => ask(server.url, name, { token, ...asking })
  const layout = (await call('POST /api/user/layouts', { body: smallLayout })).body
  const keyed = { 'idempotency-key': randomUUID() }
  const text = { text: `Speaker 1: ${words}` }
  const transcript = (await call('POST /api/user/transcripts/submit/text', { body: text, headers: keyed })).body
  await call(`PUT /api/user/transcripts/${transcript.id}`, { body: { turns: [`Speaker 1: ${words}, corrected`] } })
  const request = {
    layoutId: layout._id,
    transcriptId: transcript.id,
    patientId: 'MRN 1',
    title: 'Note',
    context: visit,
  }
  const report = (await call('POST /api/user/reports?wait=20', { body: request, headers: { 'idempotency-key': 'r' } }))
    .body
  expect(report.results[0].value[0]).toContain(words)
  const values = [{ id: 'mood', value: [words] }]
  await call(`PUT /api/user/reports/${report._id}`, { body: { version: report.version, values } })
  const file = Buffer.from(`Speaker 1: ${words}`)
  expect(await sendForm('transcripts/submit/file', 'file', file, { title: 'Intake' })).toBe(200)
  const backlog = `recordings/${randomUUID()}/audio?fromFrame=0&channels=1&language=en&finish=true`
  expect(await sendForm(backlog, 'audio', Buffer.alloc(3200))).toBe(200)
  generation = () => Promise.reject(new Error(`could not write: ${words}`, { cause: new Error(words) }))
  const failed = await call('POST /api/user/reports?wait=20', { body: request })
  expect(failed.body.status).toBe('failed')

  const searched = encodeURIComponent(words)
  const misfits = [
    await call(`GET /api/user/transcripts?search=${searched}`),
    await call(`GET /api/user/reports?patientId=${searched}`),
    await call(`GET /api/user/layouts/${searched}`),
    await call(`GET /api/${searched}`),
    await call('POST /api/user/transcripts/submit/text', { raw: `{"text": "${words}` }),
    await call('POST /api/user/transcripts/submit/text', { body: { text: [words] } }),
    await call('POST /api/user/transcripts/submit/text', { body: { text: `${words}\u0000`, title: `${words}\u0000` } }),
    await call('POST /api/user/transcripts/submit/text', { body: text, headers: { 'idempotency-key': words } }),
    await ask(server.url, 'POST /api/user/login/email', { body: { email: 'a@clinic.example', password } }),
  ]
  expect(misfits.filter(({ status }) => status >= 500)).toEqual([])
  // Makes the database fail with an error that quotes the words.
  await server.store.database.execute('alter table transcripts add constraint no_more check (false) not valid')
  const broken = await call('POST /api/user/transcripts/submit/text', { body: { ...text, title: words } })
  expect(broken.status).toBe(500)
  await server.store.database.execute('alter table transcripts drop constraint no_more')
  for (const { body } of [...misfits.slice(2), broken]) {
    for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
  }
}

test('no line of the log contains what was said, who was there, a password or a token', () => {
  expect(lines.length).toBeGreaterThan(15)
  expect(lines.some((line) => line.includes('a generation failed'))).toBe(true)
  expect(lines.some((line) => line.includes('a call failed'))).toBe(true)
  for (const secret of [...secrets, token]) expect(lines.filter((line) => line.includes(secret))).toEqual([])
})

test('the log names the route of a call and its status, but never its URL', () => {
  const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call')
  expect(calls.map(({ call }) => call)).toContain('/api/user/reports/:id')
  expect(calls.map(({ call }) => call)).toContain('no such call')
  for (const { call } of calls) expect(call).not.toMatch(/[0-9a-f]{8}-|\?|%/)
})

test('no row of any table contains these secrets unencrypted, including the tables of the job queue', async () => {
  const { database } = server.store
  const { rows: tables } = await database.execute(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(10)
  let found = 0
  for (const { schema, name } of tables) {
    const { rows } = await database.execute(`select t::text as line from "${schema}"."${name}" t`)
    found += rows.length
    const all = rows.map(({ line }) => String(line)).join('\n')
    for (const secret of [...secrets, token]) {
      expect([name, all.includes(secret)]).toEqual([name, false])
      // Columns of bytes are printed in hexadecimal.
      expect([name, all.includes(Buffer.from(secret).toString('hex'))]).toEqual([name, false])
    }
  }
  expect(found).toBeGreaterThan(15)
})
