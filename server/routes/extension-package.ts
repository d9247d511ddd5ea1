import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { updateManifest } from '../services/extension-package.ts'
import type { Services } from '../services/index.ts'

const prefix = '/extension'

/**
 * Serves the package of the extension to browsers that a policy tells to install it: `update.xml` and the `.crx` (product
 * 13.13). Only if a folder is configured. Everybody may read both: a browser asks without a credential.
 */
export async function serveExtensionPackage(scope: FastifyInstance, { config }: Services): Promise<void> {
  const { extensionPackages: folder, publicUrl } = config
  if (folder === null) return
  scope.get(`${prefix}/update.xml`, async (request, reply) => {
    const address = publicUrl ?? `${request.protocol}://${request.host}`
    const answer = await updateManifest(folder, address + prefix)
    return reply.header('cache-control', 'no-cache').type('text/xml').send(answer)
  })
  await scope.register(fastifyStatic, {
    root: folder,
    prefix: `${prefix}/`,
    decorateReply: false,
    index: false,
    // The folder may hold other files of the administrator, which are nobody else's business.
    allowedPath: (path) => path.endsWith('.crx'),
    setHeaders: (reply) => reply.header('content-type', 'application/x-chrome-extension'),
  })
}
