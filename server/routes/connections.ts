import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Limits the number of connections per IP address. Without the limit, one client could use all connections that the
 * operating system allows. A trusted network has no limit. With a trusted proxy, this does nothing: the proxy holds the connections of many users, and
 * must apply its own limit.
 */
export function limitConnections(
  app: FastifyInstance,
  { connectionsPerAddress, trustProxy }: Pick<Config, 'connectionsPerAddress' | 'trustProxy'>,
  isTrusted: (address: string) => boolean,
): void {
  if (trustProxy !== false) return
  const counts = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isTrusted(address)) return
    const count = (counts.get(address) ?? 0) + 1
    if (count > connectionsPerAddress) {
      socket.destroy()
      return
    }
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
  })
}
