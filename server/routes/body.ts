import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../lib/contracts/index.ts'

/** How long a body may take to arrive: 10 s for a stranger's, and a minute for each megabyte that it may have. */
const strangerMs = 10_000
const msPerMegabyte = 60_000
const megabyte = 1024 * 1024

/**
 * Route options that limit the size of a JSON body and the time in which it arrives. Without a limit of time, a sender of
 * one byte a minute would hold a connection for hours. A body that is late: the connection ends.
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

/** Far above what the largest session or template has: 50,000 turns, or 500 fields with all their keys. */
const partsMost = 120_000
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]

/**
 * Whether JSON has more parts (keys and elements of lists) than any call takes. To parse and to validate hundreds of
 * thousands of parts holds up everybody for a third of a second; to count them takes a few milliseconds.
 */
export function hasManyParts(json: string): boolean {
  if (json.length < partsMost) return false
  let parts = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) isInText = !isInText
    else if (isInText) at += code === backslash ? 1 : 0
    else if ((code === comma || code === colon) && ++parts > partsMost) return true
  }
  return false
}
