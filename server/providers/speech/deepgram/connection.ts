import WebSocket from 'ws'
import { type EngineOptions, EngineRefused } from '../engine.ts'
import { firstTerms } from '../terms.ts'
import type { Patience } from './answers.ts'
import { type DeepgramMessage, readMessage } from './messages.ts'

export interface DeepgramSettings {
  apiKey: string
  model: string
  baseUrl: string
  mayKeepSound?: boolean
  patience?: Patience
}

export class DeepgramRefused extends EngineRefused {
  override name = 'DeepgramRefused'
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

export interface DeepgramConnection {
  audio(pcm: Int16Array): void
  /** Asks for the words of the audio that was sent so far, because no audio is sent during the following gap. */
  finalize(): void
  closeStream(): void
  close(): void
}

/** Deepgram closes a connection after 10 s without audio or message, and recommends a message every 3 to 5 s. */
const keepAliveMs = 3000
const lookEveryMs = 1000
const openWithinMs = 10_000

const badSettings = 400
const refusals: Record<number, string> = {
  [badSettings]: 'Deepgram does not accept these settings. Check DEEPGRAM_MODEL and the language.',
  401: 'Deepgram does not know this key. Check DEEPGRAM_API_KEY.',
  402: 'The Deepgram account has no credit left. Add credit to the account.',
  403: 'The Deepgram key is not allowed to use this model. Check DEEPGRAM_API_KEY and DEEPGRAM_MODEL.',
}

/**
 * Returns the URL parameters for the names and medicines in `terms`. From Nova-3 on, Deepgram takes whole terms, of at
 * most 500 tokens together. A token of a rare name may be only two characters, so the limit here is 1,000 characters.
 * Older models take at most 100 single words, and Whisper models take none.
 */
function termParameters(model: string, terms: readonly string[]): [name: string, value: string][] {
  if (!/^(?:nova-[12]\b|nova\b(?!-)|enhanced|base|whisper)/.test(model))
    return firstTerms(terms, 1000).map((term) => ['keyterm', term])
  if (model.startsWith('whisper')) return []
  const words = terms.flatMap((term) => term.split(/[^\p{L}\p{M}\p{N}'’-]+/u)).filter((word) => word.length > 1)
  return [...new Set(words)].slice(0, 100).map((word) => ['keywords', word])
}

// Never write this address to a log: it contains the names of people.
function listenUrl(
  { baseUrl, model, mayKeepSound = false }: DeepgramSettings,
  { channels, language, diarize, terms = [] }: EngineOptions,
): URL {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/v1/listen`)
  url.protocol = url.protocol === 'http:' ? 'ws:' : 'wss:'
  url.search = new URLSearchParams({
    model,
    language,
    encoding: 'linear16',
    sample_rate: '16000',
    channels: String(channels),
    multichannel: String(channels > 1),
    diarize: String(diarize),
    interim_results: 'true',
    punctuate: 'true',
    smart_format: 'true',
    endpointing: '300',
    // If `mip_opt_out` is false, Deepgram may keep the sound and the words of the request, and may process them in
    // another region.
    mip_opt_out: String(!mayKeepSound),
  }).toString()
  for (const [name, value] of termParameters(model, terms)) url.searchParams.append(name, value)
  return url
}

interface ConnectionEvents {
  message(message: DeepgramMessage): void
  lost(): void
}

export async function connect(
  settings: DeepgramSettings,
  options: EngineOptions,
  events: ConnectionEvents,
): Promise<DeepgramConnection> {
  try {
    return await connectOnce(settings, options, events)
  } catch (error) {
    // Deepgram may have refused the request because of the key terms. So the second attempt sends no key terms. Without
    // this attempt, the take would not be transcribed.
    if (!(error instanceof DeepgramRefused) || error.status !== badSettings || !options.terms?.length) throw error
    return connectOnce(settings, { ...options, terms: [] }, events)
  }
}

function connectOnce(
  settings: DeepgramSettings,
  options: EngineOptions,
  events: ConnectionEvents,
): Promise<DeepgramConnection> {
  const socket = new WebSocket(listenUrl(settings, options), {
    headers: { authorization: `Token ${settings.apiKey}` },
    perMessageDeflate: false,
    handshakeTimeout: openWithinMs,
  })
  let sentAtMs = performance.now()
  const send = (message: string | Int16Array) => {
    if (socket.readyState !== WebSocket.OPEN) return
    sentAtMs = performance.now()
    socket.send(message)
  }
  const tell = (type: string) => send(JSON.stringify({ type }))
  const keepAlive = setInterval(() => {
    if (performance.now() - sentAtMs >= keepAliveMs) tell('KeepAlive')
  }, lookEveryMs)

  return new Promise((resolve, reject) => {
    let isOpen = false
    socket.on('unexpected-response', (_, { statusCode = 0 }) => {
      const refusal = refusals[statusCode]
      reject(
        refusal === undefined
          ? new Error(`Deepgram answered ${statusCode}.`)
          : new DeepgramRefused(refusal, statusCode),
      )
      socket.terminate()
    })
    socket.on('error', reject)
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? null : readMessage(String(data))
      // `close` sets `isOpen` to false, so that later messages of this connection are ignored. The next connection gets
      // the same audio, so the words would otherwise be reported twice.
      if (isOpen && message !== null) events.message(message)
    })
    socket.on('close', () => {
      clearInterval(keepAlive)
      reject(new Error('Deepgram closed the connection.'))
      if (isOpen) events.lost()
    })
    socket.on('open', () => {
      isOpen = true
      resolve({
        audio(pcm) {
          send(pcm)
        },
        finalize: () => tell('Finalize'),
        closeStream: () => tell('CloseStream'),
        close() {
          isOpen = false
          socket.terminate()
        },
      })
    })
  })
}
