import WebSocket from 'ws'
import type { EngineOptions } from '../engine.ts'
import type { Patience } from './answers.ts'
import { type DeepgramMessage, readMessage } from './messages.ts'

/** How Deepgram, or a server that speaks its protocol, is reached. */
export interface DeepgramSettings {
  apiKey: string
  model: string
  /** Such as https://api.deepgram.com. */
  baseUrl: string
  /** Absent: 10 s. */
  patience?: Patience
}

/** Deepgram does not take the connection, and will not later: a key or a setting is wrong. The message can be shown. */
export class DeepgramRefused extends Error {
  override name = 'DeepgramRefused'
}

/** One connection of the listen socket. */
export interface DeepgramConnection {
  audio(pcm: Int16Array): void
  /** Recognise what was sent without waiting for more: a gap follows. */
  finalize(): void
  /** No more audio comes: the rest is recognised, then the connection ends. */
  closeStream(): void
  close(): void
}

/** It closes after 10 s without audio or a sign of life; one every 3 to 5 s is asked for. */
const keepAliveMs = 3000
const lookEveryMs = 1000
const openWithinMs = 10_000

const refusals: Record<number, string> = {
  400: 'Deepgram does not take these settings. Check DEEPGRAM_MODEL and the language.',
  401: 'Deepgram does not know this key. Check DEEPGRAM_API_KEY.',
  402: 'The Deepgram account has no credit left.',
  403: 'The Deepgram key may not use this model. Check DEEPGRAM_API_KEY and DEEPGRAM_MODEL.',
}

function listenUrl({ baseUrl, model }: DeepgramSettings, { channels, language, diarize }: EngineOptions): URL {
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
  }).toString()
  return url
}

/** Opens a connection. Rejects with `DeepgramRefused`, or any other error where another try may do. */
export function connect(
  settings: DeepgramSettings,
  options: EngineOptions,
  events: { message(message: DeepgramMessage): void; lost(): void },
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
    let opened = false
    socket.on('unexpected-response', (_, { statusCode = 0 }) => {
      const refusal = refusals[statusCode]
      reject(refusal === undefined ? new Error(`Deepgram answered ${statusCode}.`) : new DeepgramRefused(refusal))
      socket.terminate()
    })
    socket.on('error', reject)
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? null : readMessage(String(data))
      // What a connection says after it was given up is told by the next one.
      if (opened && message !== null) events.message(message)
    })
    socket.on('close', () => {
      clearInterval(keepAlive)
      reject(new Error('Deepgram closed the connection.'))
      if (opened) events.lost()
    })
    socket.on('open', () => {
      opened = true
      resolve({
        audio(pcm) {
          send(pcm)
        },
        finalize: () => tell('Finalize'),
        closeStream: () => tell('CloseStream'),
        close() {
          opened = false
          socket.terminate()
        },
      })
    })
  })
}
