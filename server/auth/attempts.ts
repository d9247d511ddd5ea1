import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { Problem } from '../problem.ts'

/** How many tries a person and a place get at signing in, within the window. */
export interface AttemptLimits {
  perEmail: number
  perAddress: number
  windowMs: number
}

export const attemptLimits: AttemptLimits = { perEmail: 20, perAddress: 100, windowMs: 15 * 60_000 }

/** A hook for the calls where somebody could guess: throws `too_many_requests`, naming the wait in `retry-after`. */
export function limitAttempts(app: FastifyInstance, limits: AttemptLimits): preHandlerAsyncHookHandler {
  const timeWindow = limits.windowMs
  const byAddress = app.createRateLimit({
    max: limits.perAddress,
    timeWindow,
    keyGenerator: (request) => `address ${request.ip}`,
  })
  const byEmail = app.createRateLimit({
    max: limits.perEmail,
    timeWindow,
    keyGenerator: (request) => `email ${emailOf(request) ?? ''}`,
  })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    for (const limit of emailOf(request) === null ? [byAddress] : [byAddress, byEmail]) {
      const verdict = await limit(request)
      if (verdict.isAllowed || !verdict.isExceeded) continue
      reply.header('retry-after', verdict.ttlInSeconds)
      throw new Problem('too_many_requests')
    }
  }
}

function emailOf({ body }: FastifyRequest): string | null {
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  return typeof body.email === 'string' ? body.email.trim().toLowerCase() : null
}
