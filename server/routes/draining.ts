import type { FastifyInstance } from 'fastify'

const longestMs = 10_000

/**
 * On close, calls `begin`, waits up to 10 s for running requests, and then closes all connections. Without this limit,
 * a request that never ends would keep the server open for minutes.
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
