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
