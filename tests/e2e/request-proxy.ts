import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { kindOf } from '../../lib/egress/index.ts'
import type { SeenRequest } from './request-log.ts'

/** A request as the proxy has seen it. */
interface ProxiedRequest extends SeenRequest {
  /** Epoch milliseconds. */
  at: number
}

export interface RequestProxy {
  port: number
  /**
   * Every request until now, in order. Preflights (OPTIONS) are left out, because they carry no data of the extension.
   */
  seen(): readonly ProxiedRequest[]
  close(): Promise<void>
}

/**
 * An HTTP proxy that notes every request and forwards it to this computer, whatever its host is. For a WebSocket, a
 * browser asks the proxy to open a connection (CONNECT). The proxy notes such a connection with the path in the first
 * line that the browser sends through it.
 */
export async function startRequestProxy(): Promise<RequestProxy> {
  const seen: ProxiedRequest[] = []
  const tunnels = new Set<Socket>()
  const note = (method: string, host: string, path: string) => {
    if (method !== 'OPTIONS') seen.push({ host, kind: kindOf(path), at: Date.now() })
  }
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '', headers } = incoming
    const target = URL.canParse(url) ? new URL(url) : null
    if (target === null) return void outgoing.writeHead(400).end()
    note(method, target.host, target.pathname)
    const forwarded = request(
      { host: '127.0.0.1', port: target.port || 80, method, path: `${target.pathname}${target.search}`, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    // Nothing answers at this address. The browser gets status 502, as from any proxy.
    forwarded.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.on('connect', ({ url = '' }, client: Socket) => {
    const upstream = connect(Number(url.split(':').at(-1)), '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      tunnels.add(socket)
      socket.on('close', () => {
        tunnels.delete(socket)
        other.destroy()
      })
      // Ignore the error: the event 'close' follows, and its handler ends the other side.
      socket.on('error', () => undefined)
    }
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.once('data', (first: Buffer) => {
        const [, path = '/'] = /^GET (\S+) HTTP/.exec(first.toString('latin1')) ?? []
        note('GET', url, path)
        upstream.write(first)
        client.pipe(upstream)
      })
      upstream.pipe(client)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    seen: () => seen,
    async close() {
      for (const socket of tunnels) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
