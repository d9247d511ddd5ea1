import { once } from 'node:events'
import { createServer, connect as openSocket, type Socket } from 'node:net'

/**
 * A load balancer that passes bytes on and does not parse HTTP. It connects each client to the next server that accepts
 * the connection. If a server is killed, the client gets no answer to its request and must send the request again.
 */
export async function startBalancer() {
  const ports: number[] = []
  const open = new Set<Socket>()
  let turn = 0

  async function reach(): Promise<Socket | null> {
    const candidates = [...ports]
    for (let attempt = 0; attempt < candidates.length; attempt++) {
      const port = candidates[turn++ % candidates.length] ?? 0
      const socket = openSocket({ host: '127.0.0.1', port })
      try {
        await once(socket, 'connect')
        return socket
      } catch {
        // This server was killed. The next one is tried.
      }
    }
    return null
  }

  const server = createServer(async (client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.on('close', () => open.delete(client))
    const target = await reach()
    if (target === null) return client.destroy()
    target.on('error', () => client.destroy())
    // `destroy` would discard the last bytes of an answer that the client has not received yet.
    target.on('close', () => client.destroySoon())
    client.on('close', () => target.destroy())
    client.pipe(target).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (url: string) => ports.push(Number(new URL(url).port)),
    remove(url: string) {
      const at = ports.indexOf(Number(new URL(url).port))
      if (at >= 0) ports.splice(at, 1)
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
