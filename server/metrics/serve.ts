import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'

/** An address and a port, as in `127.0.0.1:9464` or `[::1]:9464`. */
export interface MetricsAddress {
  host: string
  port: number
}

/**
 * Serves `/metrics` for Prometheus on an address of its own, which only the monitoring should reach. Resolves when it
 * listens. Everything else answers 404.
 */
export async function serveMetrics(registry: Registry, { host, port }: MetricsAddress): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
