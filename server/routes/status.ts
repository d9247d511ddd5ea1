import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { serverStatus } from '../../lib/contracts/index.ts'
import { productName, productVersion } from '../product.ts'
import type { Services } from '../services/index.ts'

/**
 * Serves the status check (product 7.1). The HTTP status is 200 even if the database is unavailable, because the server
 * itself responds.
 */
export function serveStatus(app: FastifyInstance, { store, identities }: Services): void {
  for (const url of ['/', '/api']) {
    app.get(url, {
      schema: {
        operationId: url === '/' ? 'status' : 'apiStatus',
        summary: 'The status check.',
        tags: ['public'],
        security: [],
        response: { 200: { description: 'Status', content: { 'application/json': { schema: serverStatus } } } },
      },
      handler: async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        const state = (await store.isUp()) ? 'ok' : 'unavailable'
        const known = { name: productName, version: productVersion } as const
        return { ...known, status: state, providers: [...identities.names] } satisfies z.output<typeof serverStatus>
      },
    })
  }
}
