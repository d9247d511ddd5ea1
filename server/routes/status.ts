import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { errorBody, serverStatus } from '../../lib/contracts/index.ts'
import { Problem } from '../problem.ts'
import { productName, productVersion } from '../product.ts'
import type { Services } from '../services/index.ts'

/** How long the database may take to answer, in ms. */
const answerMs = 1000

/**
 * Serves the status check and the probes (product 7.1). The status check answers 200 even if the database is
 * unavailable, because the server itself responds. `/livez` asks only the server. `/readyz` answers 503 `unavailable`
 * if the database does not commit a write within a second, the server is about to stop (`leaving`), or
 * `isFull` says that it has no room.
 */
export function serveStatus(
  app: FastifyInstance,
  { store, identities }: Services,
  leaving: AbortSignal,
  isFull = () => false,
): void {
  const isUp = withinAnswerTime(() => store.isUp())
  const canCommit = withinAnswerTime(() => store.canCommit())
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  for (const url of ['/', '/api']) {
    app.get(url, {
      schema: {
        operationId: url === '/' ? 'status' : 'apiStatus',
        summary: 'The status check.',
        tags: ['public'],
        security: [],
        response: {
          200: { description: 'Status', content: { 'application/json': { schema: serverStatus } } },
          '4xx': { description: 'The request cannot be read', content: { 'application/json': { schema: errorBody } } },
        },
      },
      handler: async () => {
        const state = (await isUp()) ? 'ok' : 'unavailable'
        const product = { name: productName, version: productVersion } as const
        return { ...product, status: state, providers: [...identities.names] } satisfies z.output<typeof serverStatus>
      },
    })
  }
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (leaving.aborted) throw new Problem('unavailable', 'The server is about to stop.')
    if (isFull()) throw new Problem('unavailable', 'The server has no room for more recordings.')
    if (!(await canCommit())) throw new Problem('unavailable', 'The database does not answer, or does not store.')
    return { status: 'ok' }
  })
}

/**
 * Returns a function that answers false if `ask` takes too long. Calls at the same time share one question: a database
 * that hangs would otherwise keep one connection for each probe.
 */
function withinAnswerTime(ask: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | null = null
  return async () => {
    running ??= ask().finally(() => {
      running = null
    })
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, answerMs, false)
    })
    return Promise.race([running, tooLate]).finally(() => clearTimeout(timer))
  }
}
