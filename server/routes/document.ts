import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { productName, productVersion } from '../product.ts'

type Described = ReturnType<typeof jsonSchemaTransform>

/**
 * Adds a generic body schema to multipart endpoints. They have no other schema, because their files are streamed and
 * not validated.
 */
function withFiles({ schema, url }: Described): Described {
  if (schema?.consumes?.includes('multipart/form-data') !== true) return { schema, url }
  const body = { type: 'object', additionalProperties: { type: 'string', format: 'binary' } }
  return { schema: { ...schema, body }, url }
}

/** The credentials of the audiences, as security schemes of OpenAPI (product 7.2). */
const schemes = {
  user: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'key', description: 'An API key `ck_…` of a developer organisation.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key `ck_…` of a developer organisation.' },
  customer: { type: 'http', scheme: 'bearer', description: 'A customer token `ct_…`.' },
} as const

/**
 * Serves the OpenAPI 3.1 document at `/api/openapi.json`, generated from the endpoint table, and Swagger UI at
 * `/api/docs`.
 */
export async function serveDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: productName, version: productVersion, description: 'All calls of this server’s API.' },
      components: { securitySchemes: schemes },
      security: [{ user: [] }],
    },
    transform: (route) => withFiles(jsonSchemaTransform(route)),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // Removes external sources, because the pages load nothing from other hosts. Removes `upgrade-insecure-requests`,
    // because it would break the pages over plain HTTP.
    transformStaticCSP: (policy) =>
      policy.replace('upgrade-insecure-requests;', '').replaceAll('https:', '').replace('validator.swagger.io', ''),
    uiConfig: { deepLinking: false, validatorUrl: null },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
