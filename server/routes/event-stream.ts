import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '../../lib/contracts/index.ts'

const heartbeatMs = 15_000

/**
 * Sends events as `text/event-stream`. Every 15 s without an event, it sends a comment, so that proxies do not close an
 * idle connection.
 */
export function eventStream(
  reply: FastifyReply,
  endpoint: Endpoint,
  events: AsyncIterable<unknown>,
  signal: AbortSignal,
): FastifyReply {
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(frames(endpoint, events, signal), { objectMode: false }))
}

async function* frames(
  endpoint: Endpoint,
  events: AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]()
  try {
    let next = iterator.next()
    for (;;) {
      const step = await Promise.race([next, quiet(heartbeatMs, signal)])
      if (signal.aborted) return
      if (step === 'quiet') {
        yield ': still here\n\n'
        continue
      }
      if (step.done) return
      yield `data: ${JSON.stringify(endpoint.response.parse(step.value))}\n\n`
      next = iterator.next()
    }
  } finally {
    // Do not await the result: `return` of a generator waits until the present `next` has ended. The iterable reads the
    // same signal and ends by itself when the signal aborts.
    void Promise.resolve(iterator.return?.()).catch(() => {})
  }
}

function quiet(ms: number, signal: AbortSignal): Promise<'quiet'> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve('quiet')
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
  })
}
