import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOpenAiSpeech } from '../../server/providers/speech/openai/index.ts'
import { encodeWav } from '../../server/providers/speech/openai/wav.ts'
import { numberedUtterance, numberOf } from '../fakes/numbered-utterances.ts'
import { type EndpointReply, startTranscriptionEndpoint } from '../fakes/transcription-endpoint.ts'
import { ask, newPerson } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const count = 12
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

async function transcribe() {
  const form = new FormData()
  form.set('file', new Blob([file]))
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${server.url}/api/user/transcripts/submit/file`, { method: 'POST', headers, body: form })
  const { id } = await sent.json()
  const get = async () => (await ask(server.url, `GET /api/user/transcripts/${id}`, { token })).body
  await expect.poll(async () => (await get()).status).toMatch(/^(ready|incomplete|failed)$/)
  const { status, statusText, turns } = await get()
  const numbers = turns.join(' ').match(/\d+|\[inaudible\]/g) ?? []
  return { status, statusText, numbers: numbers.join(' ') }
}

test('a sound file whose every sentence is understood is ready', async () => {
  expect(await transcribe()).toMatchObject({ status: 'ready', numbers: '1 2 3 4 5 6 7 8 9 10 11 12' })
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
