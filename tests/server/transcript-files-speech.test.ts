import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../server/clock.ts'
import { createOpenAiSpeech } from '../../server/providers/speech/openai/index.ts'
import { encodeWav } from '../../server/providers/speech/openai/wav.ts'
import { deleteExpired } from '../../server/services/retention.ts'
import { numberedUtterance, numberOf } from '../fakes/numbered-utterances.ts'
import { type EndpointReply, startTranscriptionEndpoint } from '../fakes/transcription-endpoint.ts'
import { ask, newPerson } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const count = 12
const all = '1 2 3 4 5 6 7 8 9 10 11 12'
const everyFrames = 4 * 16_000
const pcm = new Int16Array(count * everyFrames)
for (let number = 1; number <= count; number++) pcm.set(numberedUtterance(number), (number - 1) * everyFrames)
const file = encodeWav({ sampleRateHz: 16_000, channels: 1, pcm })

const answerTo = (number: number | null): EndpointReply => ({ text: `Sentence ${number}.` })
let reply = answerTo
let endpoint: Awaited<ReturnType<typeof startTranscriptionEndpoint>>
let server: TestServer
let token: string
beforeAll(async () => {
  endpoint = await startTranscriptionEndpoint((request) => reply(numberOf(request)))
  const engine = createOpenAiSpeech({ baseUrl: endpoint.baseUrl, apiKey: null, model: 'some-model', againMs: 1 })
  server = await startTestServer({ deps: { speech: { engine, message: null } } })
  token = (await newPerson(server.url)).accessToken
})
afterAll(async () => {
  await server.close()
  await endpoint.close()
})
beforeEach(() => {
  reply = answerTo
})

const ended = /^(ready|incomplete|failed)$/
const call = async (path: string, body?: object) =>
  (await ask(server.url, path, { token, ...(body === undefined ? {} : { body }) })).body
const get = (id: string) => call(`GET /api/user/transcripts/${id}`)
const files = async (id: string) =>
  (await server.store.database.execute(`select status from transcript_files where id = '${id}'`)).rows

async function send(): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([file]))
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${server.url}/api/user/transcripts/submit/file`, { method: 'POST', headers, body: form })
  return (await sent.json()).id
}

async function resultOf(id: string) {
  await expect.poll(async () => (await get(id)).status).toMatch(ended)
  const { status, statusText, turns } = await get(id)
  const numbers = turns.join(' ').match(/\d+|\[inaudible\]/g) ?? []
  return { status, statusText, numbers: numbers.join(' ') }
}
const transcribe = async () => resultOf(await send())

test('a sound file whose every sentence is understood is ready', async () => {
  expect(await transcribe()).toMatchObject({ status: 'ready', numbers: all })
})

test('a sentence that the service always refuses is marked, and a person has to look at it', async () => {
  reply = (number) => (number === 5 ? 500 : answerTo(number))
  expect(await transcribe()).toEqual({
    status: 'incomplete',
    statusText: 'One part of the speech was not turned into words. The transcript shows [inaudible] there.',
    numbers: '1 2 3 4 [inaudible] 6 7 8 9 10 11 12',
  })
})

test('if the service refuses everything from a sentence on, the words before it are kept, with its reason', async () => {
  let isRevoked = false
  reply = (number) => {
    isRevoked ||= number === 9
    return isRevoked ? { status: 401, body: { error: { message: 'This key was revoked.' } } } : answerTo(number)
  }
  const { status, statusText, numbers } = await transcribe()
  expect(status).toBe('incomplete')
  expect(statusText).toMatch(/^Only the beginning of this file was turned into words\. .*“This key was revoked\.”$/)
  expect('1 2 3 4 5 6 7 8 ').toMatch(new RegExp(`^${numbers} `))
  expect(numbers).toMatch(/^1 /)
})

test('if the service refuses everything, the file fails with its reason', async () => {
  reply = () => ({ status: 400, body: { error: 'Unsupported audio' } })
  const sentence = 'The transcription service did not accept the sound (status 400). Look at the log of the service.'
  expect(await transcribe()).toEqual({
    status: 'failed',
    statusText: `${sentence} The service says: “Unsupported audio”`,
    numbers: '',
  })
})

describe('a stored file', () => {
  test('is stored after a failure, can be read again, and is deleted when it was read', async () => {
    reply = () => ({ status: 401, body: { error: { message: 'This key was revoked.' } } })
    const id = await send()
    expect(await resultOf(id)).toMatchObject({ status: 'failed', statusText: expect.stringContaining('revoked') })
    expect(await get(id)).toMatchObject({ hasFile: true, turns: [] })
    reply = answerTo
    expect(await call(`POST /api/user/transcripts/${id}/retry`)).toMatchObject({ status: 'transcribing' })
    expect(await resultOf(id)).toEqual({ status: 'ready', statusText: undefined, numbers: all })
    expect(await get(id)).not.toHaveProperty('hasFile')
    expect(await files(id)).toEqual([])
    expect(await call(`POST /api/user/transcripts/${id}/retry`)).toMatchObject({ code: 'locked' })
  })

  test('is stored until somebody has opened its transcript, also if all of it was read', async () => {
    reply = answerTo
    const id = await send()
    await expect.poll(() => files(id)).toEqual([{ status: 'stored' }])
    expect(await get(id)).toMatchObject({ status: 'ready' })
    expect(await files(id)).toEqual([])
  })

  test('keeps the words of the first attempt until another one has new words', async () => {
    reply = (number) => (number === 5 ? 500 : answerTo(number))
    const id = await send()
    const first = await resultOf(id)
    expect(first.numbers).toBe('1 2 3 4 [inaudible] 6 7 8 9 10 11 12')
    reply = () => ({ status: 401, body: { error: { message: 'This key was revoked.' } } })
    await call(`POST /api/user/transcripts/${id}/retry`)
    const second = await resultOf(id)
    expect(second).toMatchObject({ status: 'incomplete', numbers: first.numbers })
    expect(second.statusText).toMatch(/“This key was revoked\.” The words below are those of an earlier attempt\.$/)
    reply = answerTo
    await call(`POST /api/user/transcripts/${id}/retry`)
    expect(await resultOf(id)).toMatchObject({ status: 'ready', numbers: all })
  })

  test('is deleted when a person accepts the words as they are', async () => {
    reply = (number) => (number === 5 ? 500 : answerTo(number))
    const id = await send()
    await resultOf(id)
    expect(await files(id)).toEqual([{ status: 'stored' }])
    await call(`PUT /api/user/transcripts/${id}`, { complete: true })
    expect(await get(id)).toMatchObject({ status: 'ready' })
    expect(await files(id)).toEqual([])
  })

  test('is deleted after 30 days without another attempt', async () => {
    reply = () => ({ status: 401, body: { error: { message: 'This key was revoked.' } } })
    const id = await send()
    await resultOf(id)
    const { store } = server
    const afterDays = async (days: number) => {
      const clock = { ...systemClock, now: () => new Date(Date.now() + days * 24 * 60 * 60_000) }
      await deleteExpired({ database: store.database, store, clock } as never, new AbortController().signal)
    }
    await afterDays(29)
    expect(await files(id)).toEqual([{ status: 'stored' }])
    await afterDays(31)
    expect(await files(id)).toEqual([])
    expect(await get(id)).toMatchObject({ status: 'failed' })
  })
})

describe('a service that does not answer for a time', () => {
  const isOver = (id: string) =>
    server.store.database.execute(
      `update transcript_files set lease_until = now() where id = '${id}' and lease_owner is null`,
    )
  const pauseOf = async (id: string) => {
    const columns = 'attempt, lease_owner, extract(epoch from lease_until - now())::int as seconds'
    const { rows } = await server.store.database.execute(`select ${columns} from transcript_files where id = '${id}'`)
    return rows[0]
  }

  test('is tried again with pauses, and every sentence is there in the end', async () => {
    let isAway = false
    reply = (number) => {
      isAway ||= number === 6
      return isAway ? 503 : answerTo(number)
    }
    const id = await send()
    await expect.poll(async () => (await get(id)).statusText).toContain('tries again by itself')
    expect(await get(id)).toMatchObject({ status: 'transcribing' })
    expect(await pauseOf(id)).toMatchObject({ attempt: 0, lease_owner: null })
    reply = answerTo
    await isOver(id)
    expect(await resultOf(id)).toEqual({ status: 'ready', statusText: undefined, numbers: all })
  })

  test('pauses longer the longer the file waits, and ends after a day with the file stored', async () => {
    reply = () => 503
    const id = await send()
    await expect.poll(() => pauseOf(id)).toMatchObject({ lease_owner: null, seconds: expect.any(Number) })
    for (const [age, seconds] of [
      ['8 minutes', 120],
      ['3 hours', 600],
    ] as const) {
      await server.store.database.execute(
        `update transcript_files set created_at = now() - interval '${age}' where id = '${id}'`,
      )
      await isOver(id)
      await expect.poll(async () => Math.abs(Number((await pauseOf(id))?.seconds) - seconds)).toBeLessThan(20)
    }
    await server.store.database.execute(
      `update transcript_files set created_at = now() - interval '25 hours' where id = '${id}'`,
    )
    await isOver(id)
    expect(await resultOf(id)).toMatchObject({
      status: 'failed',
      statusText: 'The speech engine has not worked for a day.',
    })
    expect(await get(id)).toMatchObject({ hasFile: true })
  })
})
