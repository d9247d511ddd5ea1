import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const root = fileURLToPath(new URL('../../.output/portal', import.meta.url))
const yearSeconds = 365 * 24 * 60 * 60

/**
 * Serves the web application at `/portal/`, if it was built. The names of its scripts and styles contain a hash of
 * their content, so browsers may cache these files for long. A browser must ask for the page itself each time, because
 * the page names the files of the current version.
 */
export async function servePortal(scope: FastifyInstance): Promise<void> {
  if (!existsSync(root)) return
  scope.get('/portal', { schema: { hide: true } }, (_, reply) => reply.redirect('/portal/'))
  await scope.register(fastifyStatic, {
    root,
    prefix: '/portal/',
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isNamedByContent = path.includes('/assets/')
      reply.header('cache-control', isNamedByContent ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
      // The portal must not be shown in a frame of another page: that page could make people click on controls of the
      // portal that they do not see.
      reply.header('x-frame-options', 'DENY')
    },
  })
}
