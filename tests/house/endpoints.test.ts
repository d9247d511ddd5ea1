import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '../../lib/contracts/index.ts'
import { serveAll } from '../../server/routes/all.ts'
import { serveDocument } from '../../server/routes/document.ts'
import { errorsOf } from '../../server/routes/schema.ts'
import { routeOf } from '../../server/routes/serve.ts'
import type { Services } from '../../server/services/index.ts'

/**
 * The published endpoints that are finished. An endpoint is added here with the part of the product that it belongs to.
 */
const finished = `
GET    /api/user/account
POST   /api/user/account
DELETE /api/user/account
POST   /api/user/account/verify-password
GET    /api/user/account/sessions
GET    /api/user/account/viewable-users
GET    /api/user/account/viewable-user-ids
GET    /api/user/account/permission
PUT    /api/user/account/alternative-email
GET    /api/user/account/alternative-email
DELETE /api/user/account/alternative-email
PUT    /api/user/account/email
GET    /api/user/account/email
DELETE /api/user/account/2fa
POST   /api/user/email/send
POST   /api/user/email/send-any
POST   /api/user/email/license-limit
POST   /api/user/login/token
POST   /api/user/login/email
POST   /api/user/login/2fa-email
POST   /api/user/login/generate-otc
POST   /api/user/login/with-otc
POST   /api/user/login/clear-otc
GET    /api/user/password/reset-email
POST   /api/user/password/reset-email
DELETE /api/user/password/reset-email
POST   /api/user/register
PUT    /api/user/register
GET    /api/user/register
DELETE /api/user/register
GET    /api/user/token/verify
GET    /api/user/token/decode
POST   /api/user/logout/current
POST   /api/user/logout/all
GET    /api/user/models
GET    /api/user/directories
GET    /api/user/directories/get/{directoryId}
POST   /api/user/directories
PUT    /api/user/directories/{directoryId}
DELETE /api/user/directories/{directoryId}
GET    /api/user/directories/roles/get/{directoryId}/{roleId}
GET    /api/user/directories/roles/count/{directoryId}
GET    /api/user/directories/roles/count-occupied/{directoryId}
GET    /api/user/directories/roles/{directoryId}
POST   /api/user/directories/roles/{directoryId}
PUT    /api/user/directories/roles/{directoryId}/{roleId}
DELETE /api/user/directories/roles/{directoryId}/{roleId}
GET    /api/user/directories/settings/{directoryId}
PUT    /api/user/directories/settings/{directoryId}
GET    /api/user/directories/users/ids/{directoryId}
GET    /api/user/directories/users/list/{directoryId}
GET    /api/user/directories/invitations
POST   /api/user/directories/invitations/accept/{directoryId}
DELETE /api/user/directories/invitations/decline/{directoryId}
DELETE /api/user/directories/invitations/leave/{directoryId}
GET    /api/user/lookup/directories/by-email
GET    /api/user/lookup/directories/by-user-id
GET    /api/user/lookup/directories/self
GET    /api/user/lookup/settings/by-email
GET    /api/user/lookup/settings/by-user-id
GET    /api/user/lookup/settings/self
GET    /api/user/lookup/id/by-email
GET    /api/user/lookup/directory/{directoryId}/by-email
GET    /api/user/lookup/directory/{directoryId}/by-user-id
GET    /api/user/lookup/directory/{directoryId}/self
GET    /api/user/licenses
GET    /api/user/licenses/get/{licenseId}
GET    /api/user/licenses/get-active
GET    /api/user/licenses/increment-usage/{type}
POST   /api/user/licenses/increment-usage/{type}
GET    /api/user/licenses/sync
POST   /api/user/licenses/sync
GET    /api/user/directories/licenses/{directoryId}
GET    /api/user/directories/licenses/get/{directoryId}/{licenseId}
GET    /api/products
GET    /api/stripe
GET    /api/user/banners
GET    /api/admin/directories
GET    /api/admin/directories/{directoryId}
PUT    /api/admin/directories
POST   /api/admin/directories/{directoryId}
DELETE /api/admin/directories/{directoryId}
GET    /api/admin/licenses
GET    /api/admin/licenses/{licenseId}
PUT    /api/admin/licenses
POST   /api/admin/licenses/{licenseId}
DELETE /api/admin/licenses/{licenseId}
GET    /api/admin/users
GET    /api/admin/users/{userId}
PUT    /api/admin/users
POST   /api/admin/users/{userId}
DELETE /api/admin/users/{userId}
POST   /api/admin/users/login/{userId}
DELETE /api/admin/users/logout/{userId}
POST   /api/admin/users/custom-login
POST   /api/admin/banners
DELETE /api/admin/banners/{bannerId}
GET    /api/admin/models
POST   /api/admin/models
GET    /api/admin/audit
`
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [string, string])

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  await serveDocument(app)
  // The test only builds the routes and the document and sends no requests, so no service is needed.
  serveAll(app, { services: {} as Services, closing: new AbortController().signal })
  await app.ready()
})
afterAll(() => app.close())

test.each(finished)('%s %s is served as it was published', (method, path) => {
  const found = allEndpoints.find((endpoint) => endpoint.method === method && `/api${endpoint.path}` === path)
  expect(found).toBeDefined()
})

describe('the endpoint table', () => {
  test('names each call once', () => {
    const calls = allEndpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(calls).toEqual([...new Set(calls)])
  })

  test.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s has a route and is in the document with its parameters and errors',
    (_name, { method, path, ...endpoint }) => {
      expect(app.hasRoute({ method, url: routeOf(path) })).toBe(true)
      const document = JSON.parse(JSON.stringify(app.swagger())) as {
        paths: Record<string, Record<string, { summary: string; parameters?: unknown[]; responses: object }>>
      }
      const described = document.paths[`/api${path}`]?.[method.toLowerCase()]
      expect(described?.summary).toBe(endpoint.summary)
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const name of names) expect(JSON.stringify(described?.parameters)).toContain(`"name":"${name}"`)
      const whole = { method, path, ...endpoint }
      for (const code of errorsOf(whole)) expect(JSON.stringify(described?.responses)).toContain(code)
      expect(Object.keys(described?.responses ?? {})).toContain(String(endpoint.status))
    },
  )

  test('declares exactly the parameters that each path names', () => {
    for (const { path, params } of allEndpoints) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const shape = params !== undefined && 'shape' in params ? Object.keys(params.shape as object) : []
      expect(shape.sort()).toEqual(names.sort())
    }
  })
})
