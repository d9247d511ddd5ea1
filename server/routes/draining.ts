import type { FastifyInstance } from 'fastify'

const longestMs = 10_000

/**
 * Lets calls that run come to their end when the server closes, `begin` telling them to hurry, and then ends every
 * connection: one whose sender stalls, or left half a request behind, would keep the server open for minutes.
 */
export function drainOnClose(app: FastifyInstance, begin: () => void): void {
  let running = 0
  let drained: () => void = () => {}
  app.addHook('onRequest', async ({ headers }, reply) => {
    // A socket goes on after its request; whoever serves sockets closes them.
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
