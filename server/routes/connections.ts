import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Limits how many connections one address may hold. Without a limit, one sender could take every connection that the
 * system allows. A trusted proxy stands for many people, so its connections are not counted here: the proxy counts them.
 */
export function limitConnections(app: FastifyInstance, { connectionsPerAddress, trustProxy }: Config): void {
  if (trustProxy !== false) return
  const held = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (held.get(address) ?? 0) + 1
    if (count > connectionsPerAddress) {
      socket.destroy()
      return
    }
    held.set(address, count)
    socket.once('close', () => {
      const left = (held.get(address) ?? 1) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
    })
  })
}
