import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../lib/contracts/index.ts'

/**
 * Maximum time for receiving a body. For calls without a credential: 10 s. For other calls: one minute for each
 * megabyte that the body may have, but at least one minute.
 */
const strangerMs = 10_000
const msPerMegabyte = 60_000
const megabyte = 1024 * 1024

/**
 * Route options that limit the size of a JSON body and the time to receive it. Without a time limit, a client that
 * sends one byte per minute would keep a connection open for hours. After the time limit, the connection is closed.
 */
export function awaitBody({ audience, bodyMaxBytes }: Endpoint) {
  const withinMs = audience === 'public' ? strangerMs : Math.max(1, bodyMaxBytes / megabyte) * msPerMegabyte
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  return {
    bodyLimit: bodyMaxBytes,
    preParsing: async (request: FastifyRequest, reply: FastifyReply) => {
      const late = setTimeout(() => request.raw.destroy(), withinMs)
      reply.raw.once('close', () => clearTimeout(late))
      timers.set(request, late)
    },
    preValidation: async (request: FastifyRequest) => clearTimeout(timers.get(request)),
  }
}

/** Maximum size and time for receiving the rest of a body that is too large, before the error response is sent. */
const discardMaxBytes = 64 * megabyte
const discardMaxMs = 30_000

/**
 * Receives and discards the rest of a body that is too large. After the answer, Fastify closes the connection. If the
 * client were still sending at that time, its operating system would report a reset connection and drop the answer. The
 * client would then not show why the request was refused. The wait ends after `discardMaxBytes` or `discardMaxMs`.
 */
export function discardBody({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const late = setTimeout(resolve, discardMaxMs)
    let receivedBytes = 0
    raw.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length
      if (receivedBytes > discardMaxBytes) resolve()
    })
    raw.once('close', resolve)
    raw.once('end', resolve)
    raw.once('close', () => clearTimeout(late))
    raw.resume()
  })
}

/**
 * True if a text or a name in the value has half of a surrogate pair. Such a half becomes another character when it is
 * stored, so two different identifiers would become one. Only an escape of JSON can contain it.
 */
export function hasHalfCharacter(json: string, value: unknown): boolean {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return false
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string') {
      if (!one.isWellFormed()) return true
    } else if (typeof one === 'object' && one !== null) for (const entry of Object.entries(one)) left.push(...entry)
  }
  return false
}
