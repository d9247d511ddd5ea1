import { once } from 'node:events'
import WebSocket from 'ws'

const batchMs = 128
const batchBytes = 4096
/**
 * The streams start at random times within this period (in ms), so that they do not all ask for a response at the same
 * moment.
 */
const spreadMs = 2048
const tickMs = 4

interface Stream {
  socket: WebSocket
  chunks: number
  nextAtMs: number
  askedAtMs: number | null
}

/** Many recordings at the same time. Each sends a chunk of audio every 128 ms, at different moments. */
export interface Load {
  /** Opens `count` more streams. Returns how many the server refused. */
  open(count: number): Promise<number>
  /**
   * Measures for `ms`. Returns the response times, each counted from the chunk that asks for the response, and the
   * number of missing responses. A stream that the server has closed counts as a missing response.
   */
  measure(ms: number): Promise<{ tookMs: number[]; missing: number }>
  /** Stops sending until `go` is called. The streams stay open. */
  rest(): void
  go(): void
  close(): void
}

/**
 * Sends audio to the server at `url` once the server is ready. The server answers the first and then every `askEvery`th
 * chunk of a stream with a message that contains `reply`.
 */
export function createLoad(options: { url: string; start: () => string; askEvery: number; reply: string }): Load {
  const { url, start, askEvery, reply } = options
  const pcm = Buffer.alloc(batchBytes, 7)
  const streams: Stream[] = []
  let took: number[] | null = null
  let missing = 0
  let restsSinceMs: number | null = null

  const begin = async (offset: number) => {
    const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true })
    socket.on('error', () => {})
    await once(socket, 'open')
    const stream: Stream = { socket, chunks: 0, nextAtMs: Number.POSITIVE_INFINITY, askedAtMs: null }
    const ready = Promise.withResolvers<void>()
    socket.on('close', (code) =>
      ready.reject(new Error(`The server closed a stream with ${code} before it was ready.`)),
    )
    socket.on('message', (data: Buffer) => {
      if (data.includes('"ready"')) ready.resolve()
      if (stream.askedAtMs === null || !data.includes(reply)) return
      took?.push(performance.now() - stream.askedAtMs)
      stream.askedAtMs = null
    })
    socket.send(start())
    await ready.promise
    stream.nextAtMs = performance.now() + offset
    streams.push(stream)
  }

  const timer = setInterval(() => {
    if (restsSinceMs !== null) return
    const nowMs = performance.now()
    for (const stream of streams) {
      if (stream.nextAtMs > nowMs || stream.socket.readyState !== WebSocket.OPEN) continue
      stream.nextAtMs += batchMs
      stream.chunks++
      if (stream.chunks % askEvery === 1) {
        if (stream.askedAtMs !== null) missing++
        stream.askedAtMs = performance.now()
      }
      stream.socket.send(pcm)
    }
  }, tickMs)

  return {
    async open(count) {
      let refused = 0
      for (let index = 0; index < count; index += 50) {
        const some = Math.min(50, count - index)
        const begun = Array.from({ length: some }, (_, one) => begin((spreadMs * (index + one)) / count))
        // A server under load may refuse a stream. The benchmark reports this.
        refused += (await Promise.allSettled(begun)).filter(({ status }) => status === 'rejected').length
      }
      return refused
    },
    async measure(ms) {
      took = []
      missing = 0
      await new Promise((resolve) => setTimeout(resolve, ms))
      const tookMs = took
      took = null
      const closed = streams.filter(({ socket }) => socket.readyState !== WebSocket.OPEN).length
      return { tookMs, missing: missing + closed }
    },
    rest() {
      restsSinceMs ??= performance.now()
    },
    go() {
      if (restsSinceMs === null) return
      const restedMs = performance.now() - restsSinceMs
      restsSinceMs = null
      for (const stream of streams) {
        stream.nextAtMs += restedMs
        stream.askedAtMs = null
      }
    },
    close() {
      clearInterval(timer)
      for (const { socket } of streams) socket.terminate()
    },
  }
}
