import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { namedEndpoints } from '../../lib/contracts/index.ts'
import { productName, productVersion } from '../product.ts'
import { namedSchemas, withoutName, withUsedSchemas } from './described-schemas.ts'

type Described = ReturnType<ReturnType<typeof createJsonSchemaTransform>>

const forms = new Map(namedEndpoints.map(([name, { form }]) => [name, form] as const))

/** Describes the parts of multipart requests. The routes have no schema for them, because files are streamed. */
function withParts({ schema, url }: Described): Described {
  const form = forms.get(schema?.operationId ?? '')
  if (!form) return { schema, url }
  const texts = form.texts.map((name) => [name, { type: 'string' }])
  const properties = { ...Object.fromEntries(texts), [form.file]: { type: 'string', format: 'binary' } }
  return { schema: { ...schema, body: { type: 'object', properties, required: [form.file] } }, url }
}

/** The OpenAPI security schemes (product 7.2). Each scheme describes the credential of one or more audiences. */
const schemes = {
  user: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'key', description: 'An API key `ck_…` of a developer organisation.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key `ck_…` of a developer organisation.' },
  customer: { type: 'http', scheme: 'bearer', description: 'A customer token `ct_…`.' },
} as const

/**
 * Serves the OpenAPI 3.1 document at `/api/openapi.json`, generated from the endpoint table, and Swagger UI at
 * `/api/docs`. `serverUrl`: the address of this server. Null: the address that served the document.
 */
export async function serveDocument(app: FastifyInstance, serverUrl: string | null = null): Promise<void> {
  const schemaRegistry = namedSchemas()
  const describeRoute = createJsonSchemaTransform({ schemaRegistry })
  const addSchemas = createJsonSchemaTransformObject({ schemaRegistry })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: productName,
        version: productVersion,
        description: 'All calls of this server’s API.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: serverUrl ?? '/' }],
      components: { securitySchemes: schemes },
      security: [{ user: [] }],
    },
    transform: ({ schema, ...route }) => {
      const { params, querystring, headers } = schema ?? {}
      const lists = { params, querystring, headers }
      const unnamed = Object.entries(lists).flatMap(([name, list]) => (list ? [[name, withoutName(list)]] : []))
      return withParts(describeRoute({ ...route, schema: { ...schema, ...Object.fromEntries(unnamed) } }))
    },
    transformObject: (document) => withUsedSchemas(addSchemas(document)),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // Removes other hosts from the content security policy of Swagger UI, because its pages load nothing from other
    // hosts. Removes `upgrade-insecure-requests`, because browsers would then request the files of the pages over
    // HTTPS, even if this server is reached over plain HTTP.
    transformStaticCSP: (policy) =>
      policy
        .replace('upgrade-insecure-requests;', '')
        .replace("base-uri 'self'", "base-uri 'none'")
        .replace("frame-ancestors 'self'", "frame-ancestors 'none'")
        .replaceAll('https:', '')
        .replace('validator.swagger.io', ''),
    uiConfig: { deepLinking: false, validatorUrl: null },
  })
  // The document is large and never changes while the server runs, so it is made and compressed once.
  let documentPromise: Promise<{ plain: string; zipped: Buffer }> | null = null
  const make = async () => {
    const plain = JSON.stringify(app.swagger())
    return { plain, zipped: await promisify(gzip)(plain) }
  }
  app.get('/api/openapi.json', { schema: { hide: true } }, async ({ headers }, reply) => {
    documentPromise ??= make()
    const { plain, zipped } = await documentPromise
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(headers['accept-encoding']?.toString() ?? '')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(zipped)
  })
}
