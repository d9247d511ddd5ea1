import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between client and server that can fail in the ways networks fail. */
export interface FaultProxy {
  readonly port: number
  /** Sets the server port for new connections. */
  setTarget(port: number): void
  /** Resets every connection. */
  reset(): void
  /**
   * While on, connections stay open but no data passes. New connections are accepted, and no data passes through them
   * either. Switching it off resets all connections.
   */
  blackHole(on: boolean): void
  /** While on, existing connections are cut and new ones are refused. */
  outage(on: boolean): void
  /** Cuts the client's side only. The server keeps its side open and continues to write. */
  halfOpen(): void
  close(): Promise<void>
}

/** Starts a proxy on this machine that forwards to port `target`. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<{ client: Socket; server: Socket }>()
  let targetPort = target
  let swallowing = false
  let away = false

  const proxy = createServer((client) => {
    client.on('error', () => {})
    if (away) {
      client.resetAndDestroy()
      return
    }
    client.setNoDelay(true)
    const server = connect({ host: '127.0.0.1', port: targetPort, noDelay: true })
    const pair = { client, server }
    pairs.add(pair)
    server.on('error', () => {})
    client.on('data', (data) => {
      if (!swallowing && server.writable) server.write(data)
    })
    server.on('data', (data) => {
      if (!swallowing && client.writable) client.write(data)
    })
    client.on('close', () => {
      if (!orphans.has(server)) server.destroy()
      pairs.delete(pair)
    })
    server.on('close', () => {
      orphans.delete(server)
      if (!swallowing) client.destroy()
    })
  })
  /** Sockets to the server whose client was cut off. */
  const orphans = new Set<Socket>()
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const reset = () => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
  }

  return {
    port: (proxy.address() as AddressInfo).port,
    setTarget(port) {
      targetPort = port
    },
    reset,
    blackHole(on) {
      swallowing = on
      // Data was lost while the proxy let nothing pass, so the remaining connections are unusable. Reset them.
      if (!on) reset()
    },
    outage(on) {
      away = on
      if (on) reset()
    },
    halfOpen() {
      for (const { client, server } of pairs) {
        orphans.add(server)
        client.resetAndDestroy()
      }
    },
    async close() {
      reset()
      for (const orphan of orphans) orphan.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
