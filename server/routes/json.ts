import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Piscina } from 'piscina'
import { fairQueue, onBehalfOf } from '../fair-queue.ts'
import { Problem } from '../problem.ts'
import read, { type Parsed, type Refusal } from './json-thread.ts'

/** The largest body in bytes that is parsed on the main thread. A larger one could block it for more than 1 ms. */
const hereMaxBytes = 64 * 1024
const idleMs = 60_000

const refusals: Record<Refusal, () => Problem> = {
  parts: () => new Problem('too_large', 'The request contains too many values. Send fewer values in one request.'),
  depth: () => new Problem('too_large', 'The values of the request are nested too deeply. Use fewer levels.'),
  half: () =>
    new Problem(
      'invalid_request',
      'A text of the request contains half of a character, for example of an emoji. Remove it, or send the whole character.',
    ),
  malformed: () => new Problem('malformed_json'),
}

/**
 * Makes the server read JSON bodies. An empty body is no body, so that a call that needs one reports the missing values.
 * Refuses a body with too many values or levels (`too_large`) before it is parsed. Large bodies are parsed in a thread,
 * in which the callers take turns.
 */
export function takeJson(app: FastifyInstance): void {
  const thread = new Piscina<Uint8Array, Parsed>({
    filename: fileURLToPath(new URL('./json-thread.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    niceIncrement: 5,
    taskQueue: fairQueue(),
  })
  app.addHook('onClose', () => thread.destroy())
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      const parsed = body.length > hereMaxBytes ? await inThread(request, body) : read(body)
      if ('refusal' in parsed) throw refusals[parsed.refusal]()
      return parsed.value
    },
  )

  function inThread(request: FastifyRequest, body: Buffer): Promise<Parsed> {
    const task = Object.assign(new Uint8Array(body), onBehalfOf(callerOf(request)))
    return thread.run(task, { transferList: [task.buffer] })
  }
}

function callerOf({ principal, ip }: FastifyRequest): string {
  if (principal === null || principal.kind === 'stranger') return ip
  return principal.kind === 'person' ? principal.userId : principal.accessId
}
