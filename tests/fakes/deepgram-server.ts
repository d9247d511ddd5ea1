import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

const control = z.object({ type: z.enum(['KeepAlive', 'Finalize', 'CloseStream']) })

export interface FakeDeepgramOptions {
  /** Cuts the connection with this number (from 0) after it has received this many frames. */
  cutOff?: { connection: number; afterFrames: number }[]
  /** The connection with this number stays open but sends no more answers after it has received this many frames. */
  mute?: { connection: number; afterFrames: number }[]
  /**
   * `attempt` is the number of the connection attempt, from 0. If the function returns an HTTP status, the server
   * refuses this attempt with the status.
   */
  refuses?: (attempt: number, url: URL) => number | null
  /** The confidence of a word, 0 to 1. Default: 0.99. */
  confidence?: (number: number) => number
  /** If true, the server sends invalid messages before each answer. The client must ignore them. */
  babble?: boolean
  /** Closes a connection that has sent neither audio nor a keep-alive message for this time. */
  idleMs?: number
}

const apiKey = 'key-of-the-clinic'
const framesPerSecond = 16_000
/** A pause of this length (300 ms) ends an utterance. */
const pauseFrames = 4800

interface Said {
  number: number
  fromFrame: number
  toFrame: number
}

/**
 * A local server that implements the protocol of Deepgram's listen socket. It recognises only the artificial words of
 * `numbered-sound.ts`.
 */
export async function startFakeDeepgram(options: FakeDeepgramOptions = {}) {
  const connections: { url: URL; controls: string[]; frames: number; firstMs: number; lastMs: number }[] = []
  const attempts: URL[] = []
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient({ req }: { req: IncomingMessage }, done) {
      const url = new URL(req.url ?? '', 'http://fake')
      const refused = options.refuses?.(attempts.length, url) ?? null
      attempts.push(url)
      if (refused !== null) done(false, refused, 'Refused')
      else done(req.headers.authorization === `Token ${apiKey}`, 401, 'Unauthorized')
    },
  })
  await new Promise((resolve) => server.once('listening', resolve))

  server.on('connection', (socket: WebSocket, request) => {
    const url = new URL(request.url ?? '', 'http://fake')
    const channels = Number(url.searchParams.get('channels'))
    const cut = options.cutOff?.find(({ connection }) => connection === connections.length)
    const mute = options.mute?.find(({ connection }) => connection === connections.length)
    const now = performance.now()
    const log = { url, controls: [] as string[], frames: 0, firstMs: now, lastMs: now }
    connections.push(log)
    const channelWords = Array.from({ length: channels }, (_, channel) => ({
      channel,
      said: [] as Said[],
      current: 0,
      quietFrames: 0,
      fromFrame: 0,
    }))
    let idle: NodeJS.Timeout | undefined
    const alive = () => {
      clearTimeout(idle)
      if (options.idleMs !== undefined) idle = setTimeout(() => socket.close(1011), options.idleMs)
    }
    alive()

    const tell = (one: (typeof channelWords)[number], isFinal: boolean) => {
      const words = one.said.map(({ number, fromFrame, toFrame }) => ({
        word: `word${number}`,
        punctuated_word: `Word${number}`,
        start: fromFrame / framesPerSecond,
        end: toFrame / framesPerSecond,
        confidence: options.confidence?.(number) ?? 0.99,
        ...(url.searchParams.get('diarize') === 'true' ? { speaker: number % 2 } : {}),
      }))
      if (options.babble) socket.send('<html>')
      socket.send(
        JSON.stringify({
          type: 'Results',
          channel_index: [one.channel, channels],
          start: one.fromFrame / framesPerSecond,
          duration: (log.frames - one.fromFrame) / framesPerSecond,
          is_final: isFinal,
          speech_final: isFinal,
          channel: { alternatives: [{ transcript: words.map(({ word }) => word).join(' '), confidence: 0.99, words }] },
          metadata: { request_id: '1', model_uuid: '1', model_info: { name: 'fake', version: '1', arch: 'fake' } },
        }),
      )
      if (!isFinal) return
      one.said = []
      one.fromFrame = log.frames
    }
    const hear = (pcm: Int16Array) => {
      const begin = log.frames
      log.frames += pcm.length / channels
      for (const one of channelWords) {
        for (let frame = 0; frame * channels < pcm.length; frame++) {
          const sample = pcm[frame * channels + one.channel] ?? 0
          if (sample === 0) one.quietFrames++
          else {
            one.quietFrames = 0
            const last = one.said.at(-1)
            if (sample === one.current && last !== undefined) last.toFrame = begin + frame + 1
            else one.said.push({ number: sample, fromFrame: begin + frame, toFrame: begin + frame + 1 })
          }
          one.current = sample
        }
        const talks = one.said.length > 0 && one.quietFrames < pauseFrames
        if (!talks) tell(one, true)
        else tell(one, false)
      }
    }

    const isMute = () => mute !== undefined && log.frames >= mute.afterFrames
    socket.on('message', (data, isBinary) => {
      alive()
      if (!isBinary) {
        const { type } = control.parse(JSON.parse(String(data)))
        log.controls.push(type)
        if (isMute()) return
        if (type !== 'KeepAlive') for (const one of channelWords) tell(one, true)
        if (type === 'CloseStream') {
          socket.send(JSON.stringify({ type: 'Metadata', request_id: '1', duration: log.frames / framesPerSecond }))
          socket.close(1000)
        }
        return
      }
      log.lastMs = performance.now()
      if (isMute()) return
      const bytes = Buffer.from(data as Buffer)
      hear(new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)))
      if (cut !== undefined && log.frames >= cut.afterFrames) socket.terminate()
    })
    socket.on('close', () => clearTimeout(idle))
  })

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    connections,
    /** The addresses of all requests, also of those that were refused. */
    attempts,
    async close() {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
