import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { rolloutGroup } from '../../lib/contracts/index.ts'
import { updateManifest } from '../services/extension-package.ts'
import type { Services } from '../services/index.ts'

const prefix = '/extension'
const lastGroup = 100
const updateQuery = z.object({ group: rolloutGroup })

/**
 * Serves the package of the extension to browsers that install it because of a policy: `update.xml` and the `.crx` file
 * (product 13.13). Does nothing if no folder is configured. Everybody may read both files, because browsers request
 * them without a credential.
 */
export async function serveExtensionPackage(scope: FastifyInstance, { config }: Services): Promise<void> {
  const { extensionPackages: folder, publicUrl } = config
  if (folder === null) return
  scope.get(`${prefix}/update.xml`, async (request, reply) => {
    const address = publicUrl ?? `${request.protocol}://${request.host}`
    // A browser whose group cannot be read is in the last one, because it still needs updates.
    const group = updateQuery.safeParse(request.query).data?.group ?? lastGroup
    const answer = await updateManifest(folder, address + prefix, group)
    return reply.header('cache-control', 'no-cache').type('text/xml').send(answer)
  })
  await scope.register(fastifyStatic, {
    root: folder,
    prefix: `${prefix}/`,
    decorateReply: false,
    index: false,
    // The folder may contain other files of the administrator, which must not be served.
    allowedPath: (path) => path.endsWith('.crx'),
    setHeaders: (reply) => reply.header('content-type', 'application/x-chrome-extension'),
  })
}
