import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way between a client and a server that can be broken as networks break. */
export interface FaultProxy {
  readonly port: number
  /** Where new connections go. */
  setTarget(port: number): void
  /** Every connection is reset. */
  reset(): void
  /** Connections stay, and carry nothing, until it is over; new ones are taken and carry nothing either. */
  blackHole(on: boolean): void
  /** No connection is possible, and those that were are gone. */
  outage(on: boolean): void
  /** The client's end is gone; the server still believes in its own and goes on writing. */
  halfOpen(): void
  close(): Promise<void>
}

/** A proxy on this machine, for `target`. */
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
  /** Ends of servers whose clients are gone. */
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
      // What was swallowed is lost, so a connection that comes through it is broken for good.
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
