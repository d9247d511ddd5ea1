import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { webOrigin } from '../../lib/contracts/index.ts'
import { mayEmbed } from '../services/access/origins.ts'
import { contextOf, type Services } from '../services/index.ts'

const root = fileURLToPath(new URL('../../.output/embed', import.meta.url))
const yearSeconds = 365 * 24 * 60 * 60
const framedBy = z.object({ access: z.uuid(), origin: webOrigin })
const hostName = /^[a-z\d.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i

/**
 * Returns the content security policy of the embedded frame (product 12.86). `ancestor`: the origin of the only page
 * that may show the frame; null: no page may. The policy names the addresses of WebSockets separately, because not
 * every browser includes WebSockets in `'self'`.
 */
const policyFor = (ancestor: string | null, host: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${hostName.test(host) ? ` ws://${host} wss://${host}` : ''}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
    `frame-ancestors ${ancestor ?? "'none'"}`,
  ].join('; ')

/**
 * Serves the embedded parts at `/embed/`, if they were built: `elements.js` for the page of the customer, and the frame
 * with its scripts. The query of a request for the frame names a developer organisation and the origin of the page. If
 * the organisation does not list this origin or has not proven it, no page may show the frame.
 */
export async function serveEmbed(scope: FastifyInstance, services: Services): Promise<void> {
  if (!existsSync(root)) return
  const html = readFileSync(join(root, 'frame.html'), 'utf8')
  scope.get('/embed/frame', { schema: { hide: true } }, async (request, reply) => {
    await services.attempts.countStranger(request.ip)
    const query = framedBy.safeParse(request.query)
    const isListed = query.success && (await mayEmbed(contextOf(services), query.data.access, query.data.origin)).listed
    reply.removeHeader('x-frame-options')
    return reply
      .header('content-security-policy', policyFor(isListed ? query.data.origin : null, request.headers.host ?? ''))
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  })
  await scope.register(fastifyStatic, {
    root,
    prefix: '/embed/',
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    // The frame is served only by the route `/embed/frame`, which sets its headers.
    allowedPath: (path) => !path.startsWith('/frame.html'),
    setHeaders(reply, path) {
      // Pages of customers load these files, also pages with `Cross-Origin-Embedder-Policy`.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      const isNamedByContent = path.includes('/assets/')
      reply.header('cache-control', isNamedByContent ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
    },
  })
}
