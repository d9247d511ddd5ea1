import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Piscina } from 'piscina'
import { fairQueue, onBehalfOf } from '../fair-queue.ts'
import { Problem } from '../problem.ts'
import { type Excess, excessOf } from './body.ts'

/** The largest body in bytes that is parsed on the main thread. A larger one could block it for more than 1 ms. */
const hereMaxBytes = 64 * 1024
const idleMs = 60_000

export type Parsed = { value: unknown } | { excess: Excess } | { malformed: true }

const excesses: Record<Excess, string> = {
  parts: 'The request contains too many values. Send fewer values in one request.',
  depth: 'The values of the request are nested too deeply. Use fewer levels.',
}

/**
 * Makes the server read JSON bodies. An empty body is no body, so that a call that needs one reports the missing values.
 * Refuses a body with too many values or levels (`too_large`) before it is parsed. Large bodies are parsed in a thread,
 * in which the callers take turns.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
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
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (body.length > hereMaxBytes) {
      const task = Object.assign(new Uint8Array(body), onBehalfOf(callerOf(request)))
      thread
        .run(task, { transferList: [task.buffer] })
        .then(
          (parsed) =>
            'value' in parsed
              ? done(null, parsed.value)
              : done('excess' in parsed ? tooMuch(parsed.excess) : new Problem('malformed_json')),
          done,
        )
      return
    }
    const excess = excessOf(body)
    if (excess !== null) return done(tooMuch(excess))
    parse(request, body.toString(), done)
  })
}

const tooMuch = (excess: Excess) => new Problem('too_large', excesses[excess])

/** The caller whose turn it is when several callers send large bodies. */
function callerOf({ principal, ip }: FastifyRequest): string {
  if (principal === null || principal.kind === 'stranger') return ip
  return principal.kind === 'person' ? principal.userId : principal.accessId
}
