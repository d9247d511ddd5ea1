import { randomBytes, randomUUID, webcrypto } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits, recordingKeyLabel, type WrappedRecordingKey } from '../../lib/contracts/index.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const script = [
  { speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 },
  { speaker: 1 as const, text: 'About six hours a night.', fromMs: 2000, toMs: 3500 },
  { speaker: 0 as const, text: 'That is better.', fromMs: 6000, toMs: 7000 },
]
const turns = ['Speaker 0: How did you sleep?', 'Speaker 1: About six hours a night.', 'Speaker 0: That is better.']

type Person = Awaited<ReturnType<typeof newPerson>> & { id: string }
let database: Awaited<ReturnType<typeof freshDatabase>>
let server: TestServer
let second: TestServer
let ana: Person
let ben: Person

beforeAll(async () => {
  database = await freshDatabase()
  const shared = { url: database.url, key: randomBytes(32) }
  const deps = { speech: { engine: createScriptedEngine(script), message: null } }
  server = await startTestServer({ deps, shared })
  second = await startTestServer({ deps, shared })
  ana = await person()
  ben = await person()
})
afterAll(async () => {
  await server.close()
  await second.close()
  await database.drop()
})

async function person(): Promise<Person> {
  const signedIn = await newPerson(server.url)
  const { body } = await ask(server.url, 'GET /api/user/account', { token: signedIn.accessToken })
  return { ...signedIn, id: body.id }
}

const publicKey = async ({ accessToken }: Person, at = server) =>
  (await ask(at.url, 'GET /api/user/recordings/key', { token: accessToken })).body

/** Wraps a key as the panel does before it writes the key to the disk. */
async function wrap(by: Person, recordingId: string, key: Uint8Array): Promise<WrappedRecordingKey> {
  const { keyId, jwk, userId } = await publicKey(by)
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const imported = await webcrypto.subtle.importKey('jwk', jwk, algorithm, false, ['encrypt'])
  const label = new TextEncoder().encode(recordingKeyLabel(userId, recordingId))
  const wrapped = await webcrypto.subtle.encrypt({ name: 'RSA-OAEP', label }, imported, key)
  return { keyId, wrapped: Buffer.from(wrapped).toString('base64') }
}
const unwrap = (by: Person, recordingId: string, body: unknown, at = server) =>
  ask(at.url, `POST /api/user/recordings/${recordingId}/unwrap`, { token: by.accessToken, body })
const erase = (by: Person, recordingId: string) =>
  ask(server.url, `DELETE /api/user/recordings/${recordingId}`, { token: by.accessToken })

describe('a recording’s key', () => {
  test('is wrapped to one public key, the same on every server, whose private half is never readable', async () => {
    const [first, other] = await Promise.all([publicKey(ana), publicKey(ben, second)])
    expect(first).toEqual({ keyId: other.keyId, jwk: other.jwk, userId: ana.id })
    expect(Object.keys(first.jwk).sort()).toEqual(['e', 'kty', 'n'])
    expect(Buffer.from(first.jwk.n, 'base64url').length).toBeGreaterThanOrEqual(256)
    const { rows } = await server.store.database.execute('select private_key from recording_keys')
    expect(rows).toHaveLength(1)
    const stored = rows[0]?.private_key as Buffer
    // Every readable private RSA key (PKCS #8) contains the identifier of its algorithm.
    const rsaIdentifier = Buffer.from('300d06092a864886f70d010101', 'hex')
    expect(stored.includes(rsaIdentifier)).toBe(false)
    expect(stored.includes(Buffer.from(first.jwk.n, 'base64url'))).toBe(false)
  })

  test('is unwrapped for the person who wrapped it, by any server, as often as requested', async () => {
    const recordingId = randomUUID()
    const key = randomBytes(32)
    const wrapped = await wrap(ana, recordingId, key)
    for (const at of [server, second, server]) {
      const answer = await unwrap(ana, recordingId, wrapped, at)
      expect([answer.status, answer.body]).toEqual([200, { key: key.toString('base64') }])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('is unwrapped for nobody else, for no other recording, and not after tampering', async () => {
    const recordingId = randomUUID()
    const wrapped = await wrap(ana, recordingId, randomBytes(32))
    const damaged = Buffer.from(wrapped.wrapped, 'base64')
    damaged[10] = (damaged[10] ?? 0) ^ 1
    const refused = [
      await unwrap(ben, recordingId, wrapped),
      await unwrap(ana, randomUUID(), wrapped),
      await unwrap(ana, recordingId, { ...wrapped, keyId: randomUUID() }),
      await unwrap(ana, recordingId, { ...wrapped, keyId: 'no key' }),
      await unwrap(ana, recordingId, { ...wrapped, wrapped: damaged.toString('base64') }),
      await unwrap(ana, recordingId, { ...wrapped, wrapped: '' }),
    ]
    for (const answer of refused) expect(refusal(answer)).toEqual([404, 'not_found'])
    expect(new Set(refused.map(({ body }) => body.message)).size).toBe(1)
  })

  test('is never unwrapped again once the recording is erased, on any server; erasing twice has no further effect', async () => {
    const recordingId = randomUUID()
    const wrapped = await wrap(ana, recordingId, randomBytes(32))
    expect((await unwrap(ana, recordingId, wrapped)).status).toBe(200)
    expect((await erase(ana, recordingId)).status).toBe(200)
    expect((await erase(ana, recordingId)).status).toBe(200)
    for (const at of [server, second]) {
      expect(refusal(await unwrap(ana, recordingId, wrapped, at))).toEqual([410, 'erased'])
    }
    const again = await wrap(ana, recordingId, randomBytes(32))
    expect(refusal(await unwrap(ana, recordingId, again))).toEqual([410, 'erased'])
    const { rows } = await server.store.database.execute(
      `select action from audit_entries where subject_id = '${recordingId}' order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['recording.unwrap', 'recording.erase'])
  })

  test('cannot be erased by another person', async () => {
    const recordingId = randomUUID()
    const wrapped = await wrap(ana, recordingId, randomBytes(32))
    expect((await erase(ben, recordingId)).status).toBe(200)
    expect((await unwrap(ana, recordingId, wrapped)).status).toBe(200)
  })
})

/** Audio of `ms` milliseconds, with zeros from `silentFromMs` on. The words come from the engine's script. */
function sound(ms: number, channels: number, silentFromMs = ms): Int16Array {
  const pcm = new Int16Array(ms * 16 * channels)
  for (let at = 0; at < silentFromMs * 16 * channels; at++) pcm[at] = at % 2 === 0 ? 900 : -900
  return pcm
}

interface Piece {
  by?: Person
  at?: TestServer
  fromMs?: number
  channels?: number
  finish?: boolean
  part?: string
  query?: string
  patientId?: string
}
async function send(id: string, pcm: Int16Array, piece: Piece = {}) {
  const { by = ana, at = server, fromMs = 0, channels = 2, finish = false, part = 'audio', query = '' } = piece
  const form = new FormData()
  if (piece.patientId !== undefined) form.set('patientId', piece.patientId)
  form.set(part, new Blob([pcm as Int16Array<ArrayBuffer>]))
  const response = await fetch(
    `${at.url}/api/user/recordings/${id}/audio?fromFrame=${fromMs * 16}&channels=${channels}&finish=${finish}${query}`,
    { method: 'POST', headers: { authorization: `Bearer ${by.accessToken}` }, body: form },
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}
/** Uploads a file piece by piece. The upload never ends by itself. */
function upload(id: string, signal: AbortSignal, { by = ana, at = server }: Pick<Piece, 'by' | 'at'> = {}) {
  const boundary = 'a-boundary'
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  writer.closed.catch(() => {})
  const asking: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by.accessToken}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: readable,
    duplex: 'half',
    signal,
  }
  const answer = fetch(`${at.url}/api/user/recordings/${id}/audio?fromFrame=0&channels=2`, asking)
  answer.catch(() => {})
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="audio"; filename="audio"\r\n\r\n`
  const began = writer.write(Buffer.from(head))
  return {
    answer,
    async write(pcm: Int16Array) {
      await began
      await writer.write(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength))
    },
    /** Waits until the server has begun to transcribe the upload. */
    arrived: (where: TestServer) =>
      expect
        .poll(async () => {
          const found = await where.store.database.execute(`select 1 from transcripts where id = '${id}'`)
          return found.rows.length
        })
        .toBe(1),
  }
}
const transcriptOf = async (id: string, by = ana) =>
  (await ask(server.url, `GET /api/user/transcripts/${id}`, { token: by.accessToken })).body

describe('a long backlog sent as a file', () => {
  test('becomes the recording’s transcript, to its last word', async () => {
    const id = randomUUID()
    const sent = await send(id, sound(8000, 2), { finish: true })
    expect([sent.status, sent.body]).toEqual([
      200,
      { transactionId: id, requestId: sent.body.requestId, transcript: turns, duration: 8 },
    ])
    expect(await transcriptOf(id)).toMatchObject({ status: 'ready', duration: 8, turns })
  })

  test('keeps the chart number of its first part, and never replaces it', async () => {
    const id = randomUUID()
    const whole = sound(8000, 2)
    const first = await send(id, whole.subarray(0, 4800 * 32), { patientId: '004812' })
    const fromMs = Math.floor(first.body.duration * 1000)
    await send(id, whole.subarray(fromMs * 32), { fromMs, finish: true, patientId: '7' })
    expect(await transcriptOf(id)).toMatchObject({ status: 'ready', patientId: '004812' })
    expect((await send(randomUUID(), whole, { patientId: '1'.repeat(1000) })).status).toBe(400)
  })

  test('continues from the committed position, wherever it is cut and whichever server receives it', async () => {
    const id = randomUUID()
    const whole = sound(8000, 2)
    let fromMs = 0
    for (const toMs of [2500, 4800, 8000]) {
      const pcm = whole.subarray(fromMs * 32, toMs * 32)
      const sent = await send(id, pcm, { fromMs, finish: toMs === 8000, at: toMs === 4800 ? second : server })
      expect(sent.status).toBe(200)
      expect(sent.body.duration).toBeLessThanOrEqual(toMs / 1000)
      fromMs = Math.floor(sent.body.duration * 1000)
    }
    expect(await transcriptOf(id)).toMatchObject({ status: 'ready', duration: 8, turns })
  })

  test('sent twice, duplicates no word', async () => {
    const id = randomUUID()
    await send(id, sound(8000, 2))
    const again = await send(id, sound(8000, 2), { finish: true })
    expect(again.body.transcript).toEqual(turns)
    expect((await transcriptOf(id)).turns).toEqual(turns)
  })

  test('counts zeros as a gap: the words after it keep their position', async () => {
    const id = randomUUID()
    const pcm = sound(8000, 1)
    pcm.fill(0, 4000 * 16, 5900 * 16)
    const sent = await send(id, pcm, { channels: 1, finish: true })
    expect(sent.body).toMatchObject({ duration: 8 })
    expect(sent.body.transcript.join(' ')).toContain('That is better.')
  })

  test('leaves after its erasure what the server says: first the transcript, later only the mark and the log', async () => {
    const id = randomUUID()
    await send(id, sound(8000, 2), { finish: true })
    const remains = async () => (await erase(ana, id)).body.remains
    expect(await remains()).toEqual([
      { what: 'mark', until: null },
      { what: 'log', until: expect.any(String) },
      { what: 'transcript', until: null },
    ])
    // The answer to another person does not show that a transcript of the recording exists.
    expect((await erase(ben, id)).body.remains.map(({ what }: { what: string }) => what)).toEqual(['mark', 'log'])
    await ask(server.url, `DELETE /api/user/transcripts/${id}`, { token: ana.accessToken })
    expect((await remains()).map(({ what }: { what: string }) => what)).toEqual(['mark', 'log'])
  })

  test('that arrives after the erasure of its recording is refused, so that the recording does not come back', async () => {
    const [id, never] = [randomUUID(), randomUUID()]
    await send(id, sound(1700, 2), {})
    await erase(ana, id)
    await ask(server.url, `DELETE /api/user/transcripts/${id}`, { token: ana.accessToken })
    await erase(ana, never)
    for (const erased of [id, never]) {
      expect(refusal(await send(erased, sound(8000, 2), { finish: true }))).toEqual([400, 'invalid_request'])
      const kept = await ask(server.url, `GET /api/user/transcripts/${erased}`, { token: ana.accessToken })
      expect(refusal(kept)).toEqual([404, 'not_found'])
    }
    // Ben erases the id of a recording that Ana has not sent yet. This must not keep Ana from sending the recording.
    const ofAna = randomUUID()
    await erase(ben, ofAna)
    expect((await send(ofAna, sound(8000, 2), { finish: true })).body.transcript).toEqual(turns)
  })

  test('that is refused before it is read leaves the connection free for the next request', async () => {
    const id = randomUUID()
    await erase(ana, id)
    for (let i = 0; i < 6; i++) {
      expect(refusal(await send(id, sound(8000, 2)))).toEqual([400, 'invalid_request'])
    }
  })

  test('that leaves a hole after the committed position is refused, and nothing changes', async () => {
    const id = randomUUID()
    await send(id, sound(1700, 2), {})
    const before = await transcriptOf(id)
    const ahead = await send(id, sound(1000, 2), { fromMs: 5000 })
    expect(refusal(ahead)).toEqual([409, 'conflict'])
    expect(await transcriptOf(id)).toMatchObject({ turns: before.turns, duration: before.duration })
  })

  test('is not accepted for another person’s recording', async () => {
    const id = randomUUID()
    await send(id, sound(8000, 2), { finish: true })
    expect(refusal(await send(id, sound(1000, 2), { by: ben }))).toEqual([404, 'not_found'])
    expect((await transcriptOf(id)).turns).toEqual(turns)
  })

  test('of half a frame, an unknown language, another part or no part is refused with a sentence', async () => {
    const id = randomUUID()
    const half = await send(id, new Int16Array(3))
    const language = await send(id, sound(100, 2), { query: '&language=xx' })
    const part = await send(id, sound(100, 2), { part: 'video' })
    const empty = await fetch(`${server.url}/api/user/recordings/${id}/audio?fromFrame=0&channels=2`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.accessToken}` },
      body: new FormData(),
    })
    const answers = [half, language, part, { status: empty.status, headers: empty.headers, body: await empty.json() }]
    for (const answer of answers) expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(language.body.message).toContain('It knows: en')
    expect(part.body.message).toContain('named audio')
  })

  test('of more than ten minutes is refused', async () => {
    const id = randomUUID()
    const pcm = new Int16Array((limits.recordingUploadMaxSeconds + 1) * 16_000)
    expect(refusal(await send(id, pcm, { channels: 1 }))).toEqual([413, 'too_large'])
  })

  test('that is no form, or a broken one, is refused', async () => {
    const call = `POST /api/user/recordings/${randomUUID()}/audio?fromFrame=0&channels=2`
    const json = await ask(server.url, call, { token: ana.accessToken, body: { audio: '' } })
    expect(refusal(json)).toEqual([415, 'unsupported_type'])
    expect(json.body.message).toContain('multipart/form-data')
    expect(refusal(await ask(server.url, call, { token: ana.accessToken }))).toEqual([400, 'invalid_request'])
    const broken = '--x\r\ncontent-disposition: form-data; name="audio"; filename="a"\r\n\r\nabcd'
    for (const [type, raw] of [
      ['multipart/form-data; boundary=x', broken],
      ['multipart/form-data; boundary=x', 'nothing of the kind'],
      ['multipart/form-data', broken],
    ] as const) {
      const answer = await ask(server.url, call, { token: ana.accessToken, raw, headers: { 'content-type': type } })
      expect(refusal(answer)).toEqual([400, 'invalid_request'])
    }
  })

  test('that breaks off keeps what was committed, and is continued from there', async () => {
    const id = randomUUID()
    const hungUp = new AbortController()
    const broken = upload(id, hungUp.signal)
    await broken.write(sound(4800, 2))
    const reached = async () => {
      await broken.write(sound(10, 2))
      return (await transcriptOf(id)).duration ?? 0
    }
    await expect.poll(reached).toBeGreaterThanOrEqual(4.8)
    hungUp.abort()
    await expect(broken.answer).rejects.toThrow()
    const { duration, turns: kept } = await transcriptOf(id)
    expect(kept).toEqual(turns.slice(0, 2))
    const rest = await send(id, sound(8000 - duration * 1000, 2), { fromMs: duration * 1000, finish: true })
    expect(rest.body).toMatchObject({ duration: 8, transcript: turns })
  })

  test('may be one of two at the same time for each person; the third waits, and another person’s does not', async () => {
    const hungUp = new AbortController()
    const running = [randomUUID(), randomUUID()]
    for (const id of running) {
      const one = upload(id, hungUp.signal)
      await one.write(sound(1000, 2))
      await one.arrived(server)
    }
    const third = randomUUID()
    const refused = await send(third, sound(8000, 2), { finish: true })
    expect(refusal(refused)).toEqual([429, 'too_many_requests'])
    expect(refused.body.message).toContain('Wait until one of them has arrived.')
    expect((await send(randomUUID(), sound(1000, 2), { by: ben })).status).toBe(200)
    hungUp.abort()
    const again = () => send(third, sound(8000, 2), { finish: true })
    await expect.poll(async () => (await again()).status).toBe(200)
    expect((await transcriptOf(third)).turns).toEqual(turns)
  })

  test('whose sender stalls does not stop a server from closing', async () => {
    const deps = { speech: { engine: createScriptedEngine(script), message: null } }
    const closing = await startTestServer({ deps })
    const by = { ...(await newPerson(closing.url)), id: '' }
    const stalled = upload(randomUUID(), new AbortController().signal, { by, at: closing })
    await stalled.write(sound(1000, 2))
    await stalled.arrived(closing)
    await closing.close()
    const answer = await stalled.answer.then(
      async (response) => [response.status, (await response.json()).code],
      () => 'the connection ended',
    )
    expect(['the connection ended', [503, 'unavailable']]).toContainEqual(answer)
  })

  test('is refused with a sentence on a server without an engine', async () => {
    const deaf = await startTestServer()
    try {
      const by = { ...(await newPerson(deaf.url)), id: '' }
      expect(refusal(await send(randomUUID(), sound(100, 2), { by, at: deaf }))).toEqual([503, 'no_engine'])
    } finally {
      await deaf.close()
    }
  })
})
