import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asking } from './administrator.ts'
import { refusal } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { oneSentenceEngine } from './one-sentence-engine.ts'
import { bearing, good, keying, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'
import { wav } from './transcript-files/make.ts'

const sound = wav({ rateHz: 16_000, channels: 1, bits: 16, ms: 4000 })
let server: TestServer
beforeAll(async () => {
  const engine = oneSentenceEngine()
  server = await startTestServer({ deps: { speech: { engine, message: null } } })
})
afterAll(() => server.close())

async function send(token: string, key = '', to = server) {
  const form = new FormData()
  form.set('file', new Blob([sound as Uint8Array<ArrayBuffer>]))
  const url = `${to.url}/api/customer/transcript/submit/file?title=Visit&diarize=false`
  const headers = { authorization: `Bearer ${token}`, ...(key === '' ? {} : { 'idempotency-key': key }) }
  const answer = await fetch(url, { method: 'POST', headers, body: form })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

test('a sound file becomes a transcript, its minutes are counted, and the limit stops the next one', async () => {
  const { live, accessId, owner } = await newPartner(server, { minute: 1 })
  const token = await tokenOf(server, live, 'clinic')
  const call = bearing(server, token)
  const first = good(await send(token, 'visit'))
  const { id } = first
  expect(first.status).toBe('transcribing')
  const asked = { template: { name: 'Note', instructions: '', fields: [] }, transcriptIdentifier: id }
  const waiting = good(await call('POST /api/customer/output/generate', asked))
  const words = async () => good(await call(`GET /api/customer/transcript/${id}`)).turns.join(' ')
  await expect.poll(words).toContain('About six hours a night.')
  await expect.poll(async () => good(await call(`GET /api/customer/output/${waiting.id}`)).status).toBe('ready')
  const dashboard = `GET /api/user/access/dashboard/get/${accessId}?type=usage`
  const { rows } = good(await asking(server, owner)(dashboard))
  expect(rows.map(({ meter, total }: { meter: string; total: number }) => [meter, total])).toEqual([
    ['minute', 1],
    ['output', 1],
    ['transcript', 1],
  ])
  expect(refusal(await send(token))).toEqual([402, 'no_credit'])
  expect(good(await send(token, 'visit'))).toEqual(first)
})

test('of two files that are accepted while one minute is left, the second one fails when its turn comes', async () => {
  const gate = Promise.withResolvers<void>()
  const scripted = oneSentenceEngine()
  const open: typeof scripted.open = (options) => gate.promise.then(() => scripted.open(options))
  const database = await freshDatabase()
  const one = await startTestServer({
    shared: { url: database.url, key: randomBytes(32) },
    env: { JOBS_TRANSCRIPT_FILES: '1' },
    deps: { speech: { engine: { ...scripted, open }, message: null } },
  })
  try {
    const { live } = await newPartner(one, { minute: 1 })
    const token = await tokenOf(one, live, 'clinic')
    const ids = [good(await send(token, '', one)).id, good(await send(token, '', one)).id]
    gate.resolve()
    const read = () =>
      Promise.all(ids.map(async (id) => good(await bearing(one, token)(`GET /api/customer/transcript/${id}`))))
    await expect.poll(async () => (await read()).map(({ status }) => status).sort()).toEqual(['failed', 'ready'])
    const failed = (await read()).find(({ status }) => status === 'failed')
    expect(failed.statusText).toContain('monthly limit of minutes')
  } finally {
    gate.resolve()
    await one.close()
    await database.drop()
  }
})

test('a file that has begun is read to its end by the next server, although no minutes are left by then', async () => {
  const scripted = oneSentenceEngine()
  const begun = Promise.withResolvers<void>()
  /** Opens a stream that accepts the first sound and does not ask for more until the stream is closed. */
  const open: typeof scripted.open = async (options) => {
    const stream = await scripted.open(options)
    const closed = Promise.withResolvers<void>()
    const write = () => {
      begun.resolve()
      return closed.promise
    }
    const close = () => {
      closed.resolve()
      stream.close()
    }
    return { ...stream, write, close }
  }
  const database = await freshDatabase()
  const shared = { url: database.url, key: randomBytes(32) }
  const start = (engine: typeof scripted) => startTestServer({ shared, deps: { speech: { engine, message: null } } })
  const servers = [await start({ ...scripted, open })]
  try {
    const [first] = servers as [TestServer]
    const { live } = await newPartner(first, { minute: 1 })
    const token = await tokenOf(first, live, 'clinic')
    const { id } = good(await send(token, '', first))
    await begun.promise
    good(await keying(first, live)('POST /api/key/meter', { type: 'minute' }))
    servers.pop()
    await first.close()
    const second = await start(scripted)
    servers.push(second)
    const read = async () => good(await bearing(second, token)(`GET /api/customer/transcript/${id}`))
    await expect.poll(async () => (await read()).status).toMatch(/^(ready|failed)$/)
    expect(await read()).toMatchObject({ status: 'ready', turns: ['About six hours a night.'] })
  } finally {
    for (const server of servers) await server.close()
    await database.drop()
  }
})

test('a test key takes no sound, because an engine may cost money', async () => {
  const { test: key } = await newPartner(server)
  expect(refusal(await send(await tokenOf(server, key, 'clinic')))).toEqual([415, 'unsupported_type'])
})
