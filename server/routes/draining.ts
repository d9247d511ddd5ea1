import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'

const longestMs = 10_000

/**
 * Adds a hook that runs when the server begins to close. The hook calls `begin`, which must end the streams and refuse
 * new requests. Then the hook waits up to 10 s for running requests, and closes all connections. Without the limit of
 * 10 s, a request that never ends would keep the server open for minutes.
 */
export function drainOnClose(app: FastifyInstance, begin: () => void): void {
  let running = 0
  let drained: () => void = () => {}
  app.addHook('onRequest', async ({ headers }, reply) => {
    // A WebSocket stays open after its request. The transcription module closes it.
    if (headers.upgrade !== undefined) return
    running += 1
    reply.raw.once('close', () => {
      running -= 1
      if (running === 0) drained()
    })
  })
  app.addHook('preClose', async () => {
    begin()
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      drained = resolve
      timer = setTimeout(resolve, longestMs)
      if (running === 0) resolve()
    })
    clearTimeout(timer)
    app.server.closeAllConnections()
  })
}

/**
 * Answers every request that arrives while the server closes with `unavailable`. Call it after the hooks that set the
 * headers of all answers, such as the CORS headers. Without these headers, a page of another origin could not read the
 * answer.
 */
export function refuseWhileClosing(app: FastifyInstance, closing: AbortSignal): void {
  app.addHook('onRequest', async () => {
    if (closing.aborted) throw new Problem('unavailable', 'The server is restarting. Try again in a moment.')
  })
}
