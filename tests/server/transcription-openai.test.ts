import { afterEach, describe, expect, it } from 'vitest'
import { createSocket } from '../../lib/transcript/socket/socket.ts'
import { createOpenAiSpeech } from '../../server/providers/speech/openai/index.ts'
import { isExhaustive } from '../exhaustive.ts'
import { finalsOf } from '../fakes/hear.ts'
import { hearNumbered, numberedUtterance, numberOf } from '../fakes/numbered-utterances.ts'
import { socketStart } from '../fakes/socket-start.ts'
import { createMemoryTakes } from '../fakes/takes.ts'
import {
  type EndpointReply,
  type EndpointRequest,
  startTranscriptionEndpoint,
} from '../fakes/transcription-endpoint.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const serve = async (reply: (request: EndpointRequest, index: number) => EndpointReply) => {
  const endpoint = await startTranscriptionEndpoint(reply)
  closing.push(endpoint.close)
  const engine = createOpenAiSpeech({ baseUrl: endpoint.baseUrl, apiKey: 'sk-secret', model: 'some-model', againMs: 1 })
  return { endpoint, engine }
}
const said = (request: EndpointRequest) => ({ text: `Sentence ${numberOf(request)}.` })
const sentences = (count: number, but: (number: number) => boolean = () => false) =>
  Array.from({ length: count }, (_, index) => (but(index + 1) ? '[inaudible]' : `Sentence ${index + 1}.`))
const textsOf = (events: Parameters<typeof finalsOf>[0]) => finalsOf(events).map(({ text }) => text)
const error = (message: string, rest: object = {}) => ({ error: { message, type: 'invalid_request_error', ...rest } })

describe('a service that does not know a parameter', () => {
  it('of the name response_format gets every utterance as plain JSON, after one refusal', async () => {
    const refusal = "response_format 'verbose_json' is not compatible with model 'some-model'. Use 'json' instead."
    const { endpoint, engine } = await serve((request) =>
      request.fields.response_format?.[0] === 'json'
        ? said(request)
        : { status: 400, body: error(refusal, { param: 'response_format', code: 'unsupported_value' }) },
    )
    expect(textsOf(await hearNumbered(engine, 10, 3))).toEqual(sentences(10))
    expect(endpoint.requests.at(-1)?.fields['timestamp_granularities[]']).toBeUndefined()
    const before = endpoint.requests.length
    expect(before).toBeLessThanOrEqual(16)
    await hearNumbered(engine, 3, 3)
    expect(endpoint.requests.length - before).toBe(3)
  })

  it('in the words of FastAPI gets the sound without it', async () => {
    const body = { detail: [{ loc: ['body', 'temperature'], msg: 'Extra inputs are not permitted', type: 'extra' }] }
    const { engine } = await serve((request) => (request.fields.temperature ? { status: 422, body } : said(request)))
    expect(textsOf(await hearNumbered(engine, 4, 3))).toEqual(sentences(4))
  })
})

describe('an utterance that the service always refuses', () => {
  const poison = (number: number) => number % 50 === 25
  const hours: [what: string, count: number, everySeconds: number, refusal: EndpointReply][] = [
    ['status 500, in two hours', 360, 20, { status: 500, body: 'Internal Server Error' }],
    ['status 400', 150, 20, { status: 400, body: error('Audio file might be corrupted or unsupported') }],
    ['an answer that is no transcription', 150, 20, { status: 200, body: '<html>' }],
  ]
  if (isExhaustive('speech'))
    hours.push(['status 500, in two hours without pauses', 1800, 4, { status: 500, body: 'Internal Server Error' }])

  it.each(hours)(
    'with %s is marked, and the others are kept with few calls',
    async (_, count, everySeconds, refusal) => {
      const { endpoint, engine } = await serve((request) => (poison(numberOf(request) ?? 0) ? refusal : said(request)))
      expect(textsOf(await hearNumbered(engine, count, everySeconds))).toEqual(sentences(count, poison))
      expect(endpoint.requests.length).toBeLessThanOrEqual(count * 1.1)
    },
  )

  it('is marked in a live recording of this utterance alone, and the recording ends', async () => {
    const { endpoint, engine } = await serve((request) => (numberOf(request) === 1 ? 500 : { text: '' }))
    const takes = createMemoryTakes()
    const server = await startTranscriptionServer({ engine, takes })
    closing.push(server.close)
    const transactionId = crypto.randomUUID()
    const socket = createSocket({
      url: server.url,
      ticket: async () => server.ticketFor('ana'),
      start: { ...socketStart, transactionId },
      onEvent: () => {},
    })
    await socket.open()
    socket.send({ pcm: numberedUtterance(1), atFrame: 0 })
    await socket.finish()
    expect(takes.kept.get(transactionId)).toMatchObject({ turns: ['[inaudible]'], finished: true })
    expect(endpoint.requests.length).toBeLessThanOrEqual(5)
  })
})

describe('a service that does not work for a while loses no utterance', () => {
  it.each<[string, EndpointReply]>([
    ['status 429', { status: 429, body: error('Rate limit reached') }],
    ['status 503', 503],
    ['status 500', 500],
  ])('%s for each utterance once', async (_, refusal) => {
    const tried = new Set<number | null>()
    const { engine } = await serve((request) => {
      const number = numberOf(request)
      if (tried.has(number)) return said(request)
      tried.add(number)
      return refusal
    })
    expect(textsOf(await hearNumbered(engine, 12, 3))).toEqual(sentences(12))
  })

  it('status 500 for every request: the stream fails, so that the sound is sent again later', async () => {
    let isDown = false
    const { endpoint, engine } = await serve((request) => {
      isDown ||= numberOf(request) === 4
      return isDown ? 500 : said(request)
    })
    await expect(hearNumbered(engine, 8, 3)).rejects.toThrow('The transcription endpoint answered 500.')
    expect(endpoint.requests.length).toBeLessThan(40)
  })
})

describe('a service that refuses everything', () => {
  const key = 'The transcription service does not accept the key. Check SPEECH_API_KEY.'
  const place = 'The transcription service has no such address or model. Check SPEECH_BASE_URL and SPEECH_MODEL.'
  const credit = 'The account at the transcription service has no credit left. Add credit to the account.'
  const sound = 'The transcription service did not accept the sound (status 400). Look at the log of the service.'
  it.each<[number, object | string, string]>([
    [401, error('No key was given.'), `${key} The service says: “No key was given.”`],
    [401, error('Incorrect API key provided: sk-secret.'), key],
    [403, { message: 'Access denied' }, `${key} The service says: “Access denied”`],
    [
      404,
      error('The model does not exist', { code: 'model_not_found' }),
      `${place} The service says: “The model does not exist”`,
    ],
    [404, '<html><body>Not found</body></html>', place],
    [400, error('some-model is not a valid model'), `${place} The service says: “some-model is not a valid model”`],
    [
      429,
      error('You exceeded your current quota', { code: 'insufficient_quota' }),
      `${credit} The service says: “You exceeded your current quota”`,
    ],
    [400, error('Unsupported audio'), `${sound} The service says: “Unsupported audio”`],
    [400, { detail: 'Unsupported audio' }, `${sound} The service says: “Unsupported audio”`],
  ])('with status %i %j ends a recording with its reason', async (status, body, sentence) => {
    const { endpoint, engine } = await serve(() => ({ status, body }))
    const server = await startTranscriptionServer({ engine, anonymousDictation: true })
    closing.push(server.close)
    const refused: string[] = []
    const socket = createSocket({
      url: server.url,
      ticket: async () => null,
      start: { ...socketStart, skipSave: true },
      onEvent: (event) => {
        if (event.type === 'error' && event.final) refused.push(event.message)
      },
    })
    await socket.open()
    socket.send({ pcm: numberedUtterance(1), atFrame: 0 })
    await expect(socket.finish()).rejects.toThrow('Socket closed before finishing')
    expect(refused).toEqual([sentence])
    expect(endpoint.requests.length).toBeLessThanOrEqual(2)
  })
})
