import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '../../lib/contracts/index.ts'
import { serveAll } from '../../server/routes/all.ts'
import { serveDocument } from '../../server/routes/document.ts'
import { serveStatus } from '../../server/routes/status.ts'
import type { Services } from '../../server/services/index.ts'

// The part of the OpenAPI 3.1 schema that our document uses. The objects are strict, so that a misspelt name is found.
const schemaOrRef = z.record(z.string(), z.unknown())
const content = z.record(z.string().regex(/^[\w.+-]+\/[\w.+*-]+$/), z.strictObject({ schema: schemaOrRef }))
const parameter = z
  .strictObject({
    name: z.string().min(1),
    in: z.enum(['path', 'query', 'header']),
    required: z.boolean(),
    description: z.string().optional(),
    schema: schemaOrRef,
  })
  .refine(({ in: place, required }) => place !== 'path' || required, 'A path’s parameter is required.')
const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(5),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(
    z.string().regex(/^(?:[1-5]\d\d|[1-5]XX|default)$/),
    z.strictObject({ description: z.string().min(1), content: content.optional() }),
  ),
})
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })).length(1),
  components: z.object({
    securitySchemes: z.record(z.string(), z.object({ type: z.string() })),
    schemas: z.record(z.string().regex(/^[A-Z]\w+$/), schemaOrRef),
  }),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  paths: z.record(z.string().regex(/^\/[^?#]*$/), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation)),
})

async function describeAll(): Promise<unknown> {
  const app = fastify()
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  await serveDocument(app)
  // The test only builds the routes and the document and sends no requests, so no service is needed.
  const services = {} as Services
  serveStatus(app, services, new AbortController().signal)
  serveAll(app, { services, closing: new AbortController().signal })
  await app.ready()
  const described = JSON.parse(JSON.stringify(app.swagger()))
  await app.close()
  return described
}

const { paths, components, security } = document.parse(await describeAll())
const operations = Object.entries(paths).flatMap(([path, calls]) =>
  Object.entries(calls).map(([method, call]) => ({ path, method, call })),
)

test('the document describes the status check and every endpoint, and nothing else', () => {
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()
  const served = allEndpoints.map(({ path, method }) => `${method} /api${path}`)
  expect(described).toEqual(['GET /', 'GET /api', ...served].sort())
})

test('no two endpoints share a name', () => {
  const names = operations.map(({ call }) => call.operationId)
  expect(names).toEqual([...new Set(names)])
})

test('the placeholders of each path are its path parameters', () => {
  for (const { path, call } of operations) {
    const braces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = (call.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
    expect(declared.sort()).toEqual(braces.sort())
  }
})

test('every endpoint requires a credential that is described, and public ones require none', () => {
  for (const { path, method, call } of operations) {
    const endpoint = allEndpoints.find((one) => `/api${one.path}` === path && one.method.toLowerCase() === method)
    const asked = call.security ?? security
    if (endpoint === undefined || endpoint.audience === 'public') expect(asked).toEqual([])
    else expect(asked.length).toBeGreaterThan(0)
    for (const name of asked.flatMap((one) => Object.keys(one))) expect(components.securitySchemes).toHaveProperty(name)
  }
})

test('an endpoint with a body describes it in the format in which it is sent, and others have none', () => {
  for (const { method, path } of allEndpoints) {
    const endpoint = allEndpoints.find((one) => one.path === path && one.method === method)
    const body = paths[`/api${path}`]?.[method.toLowerCase() as 'get']?.requestBody
    if (endpoint?.form) {
      expect(Object.keys(body?.content ?? {})).toEqual(['multipart/form-data'])
      const { schema } = body?.content['multipart/form-data'] ?? {}
      const file = { [endpoint.form.file]: { type: 'string', format: 'binary' } }
      expect(schema).toMatchObject({ properties: file, required: [endpoint.form.file] })
      expect(Object.keys(schema?.properties ?? {})).toEqual([...endpoint.form.texts, endpoint.form.file])
    } else if (endpoint?.body === undefined) expect(body).toBeUndefined()
    else if (endpoint.kind === 'redirect')
      expect(Object.keys(body?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
    else expect(Object.keys(body?.content ?? {})).toEqual(['application/json'])
  }
})

test('creating endpoints document the Idempotency-Key and no others do; headers that an endpoint reads are documented', () => {
  for (const { method, path, repeatable, headers } of allEndpoints) {
    const parameters = paths[`/api${path}`]?.[method.toLowerCase() as 'get']?.parameters ?? []
    const names = parameters.filter((one) => one.in === 'header').map(({ name }) => name)
    const read = headers instanceof z.ZodObject ? Object.keys(headers.shape) : []
    expect(names).toEqual([...(repeatable ? ['idempotency-key'] : []), ...read])
  }
})

/** Each object within a value, from outside to inside. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const part of Object.values(value)) yield* objectsIn(part)
}

test('bodies and answers have names, each name is used, and each reference leads to one', () => {
  const used = [...objectsIn({ paths, components })].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
  const names = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`)
  expect([...new Set(used)].sort()).toEqual(names.sort())
  const whole = operations.flatMap(({ call }) => [
    ...Object.entries(call.requestBody?.content ?? {}).filter(([type]) => type === 'application/json'),
    ...Object.values(call.responses).flatMap(({ content: answer }) =>
      Object.entries(answer ?? {}).filter(([type]) => type === 'application/json'),
    ),
  ])
  const unnamed = whole.filter(([, { schema }]) => !('$ref' in schema) && 'properties' in schema)
  expect(unnamed).toEqual([])
})

test('a pattern is written so that other languages read it, and only where no format says the same', () => {
  for (const { pattern, format } of objectsIn({ paths, components })) {
    if (typeof pattern !== 'string') continue
    expect(format).toBeUndefined()
    expect(pattern).not.toMatch(/\\[pPk]|\(\?[<=!]/)
  }
})
