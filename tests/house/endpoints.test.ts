import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '../../lib/contracts/index.ts'
import { serveAll } from '../../server/routes/all.ts'
import { serveDocument } from '../../server/routes/document.ts'
import { errorsOf } from '../../server/routes/schema.ts'
import { routeOf } from '../../server/routes/serve.ts'
import { serveStatus } from '../../server/routes/status.ts'
import type { Services } from '../../server/services/index.ts'

/** The published calls, with their audience. The first one is the status check, which is not in the endpoint table. */
const finished = `
GET    / public
GET    /api/user/directories user
GET    /api/user/directories/get/{directoryId} user
POST   /api/user/directories user
PUT    /api/user/directories/{directoryId} user
DELETE /api/user/directories/{directoryId} user
GET    /api/user/directories/roles/get/{directoryId}/{roleId} user
GET    /api/user/directories/roles/count/{directoryId} user
GET    /api/user/directories/roles/count-occupied/{directoryId} user
GET    /api/user/directories/roles/{directoryId} user
POST   /api/user/directories/roles/{directoryId} user
PUT    /api/user/directories/roles/{directoryId}/{roleId} user
DELETE /api/user/directories/roles/{directoryId}/{roleId} user
GET    /api/user/directories/rules user
GET    /api/user/directories/settings/{directoryId} user
PUT    /api/user/directories/settings/{directoryId} user
GET    /api/user/directories/users/ids/{directoryId} user
GET    /api/user/directories/users/list/{directoryId} user
GET    /api/user/directories/invitations user
POST   /api/user/directories/invitations/accept/{directoryId} user
DELETE /api/user/directories/invitations/decline/{directoryId} user
DELETE /api/user/directories/invitations/leave/{directoryId} user
GET    /api/user/directories/licenses/get/{directoryId}/{licenseId} user
GET    /api/user/directories/licenses/{directoryId} user
GET    /api/user/account user
POST   /api/user/account user
DELETE /api/user/account user
DELETE /api/user/account/phone user
PUT    /api/user/account/register-phone user
GET    /api/user/account/register-phone user
DELETE /api/user/account/register-phone user
POST   /api/user/account/2fa/phone user
DELETE /api/user/account/2fa user
PUT    /api/user/account/alternative-email user
GET    /api/user/account/alternative-email user
DELETE /api/user/account/alternative-email user
PUT    /api/user/account/email user
GET    /api/user/account/email user
GET    /api/user/account/viewable-users user
GET    /api/user/account/viewable-user-ids user
GET    /api/user/account/permission user
GET    /api/user/account/sessions user
POST   /api/user/account/verify-password user
POST   /api/user/email/send user
POST   /api/user/email/send-any user
POST   /api/user/email/license-limit user
GET    /api/user/google/url public
GET    /api/user/google/url/directory user
GET    /api/user/microsoft/clientId public
POST   /api/user/microsoft/authUrl public
GET    /api/user/apple/clientId public
GET    /api/user/apple/url public
POST   /api/user/email/email-signup public
GET    /api/user/licenses/get/{licenseId} user
GET    /api/user/licenses user
GET    /api/user/licenses/get-active user
GET    /api/user/licenses/increment-usage/{type} user
POST   /api/user/licenses/increment-usage/{type} user
GET    /api/user/licenses/sync user
POST   /api/user/licenses/sync user
GET    /api/user/subscriptions user
GET    /api/user/subscriptions/get/{subscriptionId} user
POST   /api/user/subscriptions/cancel user
POST   /api/user/subscriptions/checkout/init user
POST   /api/user/subscriptions/update user
POST   /api/user/subscriptions/update-payment-method user
GET    /api/user/subscriptions/canTrial user
GET    /api/products public
GET    /api/stripe public
POST   /api/user/login/token public
POST   /api/user/login/phone public
POST   /api/user/login/email public
POST   /api/user/login/2fa-email public
POST   /api/user/login/google public
POST   /api/user/login/microsoft/code public
POST   /api/user/login/apple public
POST   /api/user/login/2fa-phone public
POST   /api/user/login/generate-otc public
POST   /api/user/login/with-otc public
POST   /api/user/login/clear-otc public
POST   /api/user/password/reset-phone public
GET    /api/user/password/reset-phone public
DELETE /api/user/password/reset-phone public
POST   /api/user/password/reset-email public
GET    /api/user/password/reset-email public
DELETE /api/user/password/reset-email public
POST   /api/user/register public
PUT    /api/user/register public
GET    /api/user/register public
DELETE /api/user/register public
POST   /api/user/register/email-link public
POST   /api/user/register/start-trial user
GET    /api/user/token/verify user
GET    /api/user/token/decode user
POST   /api/user/logout/current user
POST   /api/user/logout/all user
GET    /api/user/lookup/directories/by-email user
GET    /api/user/lookup/directories/by-user-id user
GET    /api/user/lookup/directories/self user
GET    /api/user/lookup/settings/by-email user
GET    /api/user/lookup/settings/by-user-id user
GET    /api/user/lookup/settings/self user
GET    /api/user/lookup/id/by-email user
GET    /api/user/lookup/directory/{directoryId}/by-email user
GET    /api/user/lookup/directory/{directoryId}/by-user-id user
GET    /api/user/lookup/directory/{directoryId}/self user
GET    /api/user/banners user
GET    /api/user/models user
GET    /api/admin/directories admin
GET    /api/admin/directories/{directoryId} admin
PUT    /api/admin/directories admin
POST   /api/admin/directories/{directoryId} admin
DELETE /api/admin/directories/{directoryId} admin
GET    /api/admin/licenses admin
GET    /api/admin/licenses/{licenseId} admin
PUT    /api/admin/licenses admin
POST   /api/admin/licenses/{licenseId} admin
DELETE /api/admin/licenses/{licenseId} admin
GET    /api/admin/users admin
GET    /api/admin/users/{userId} admin
PUT    /api/admin/users admin
POST   /api/admin/users/{userId} admin
DELETE /api/admin/users/{userId} admin
POST   /api/admin/users/login/{userId} admin
DELETE /api/admin/users/logout/{userId} admin
POST   /api/admin/users/custom-login admin
POST   /api/admin/banners admin
DELETE /api/admin/banners/{bannerId} admin
GET    /api/admin/models admin
POST   /api/admin/models admin
GET    /api/admin/access/list admin
GET    /api/admin/access/get/{accessId} admin
POST   /api/admin/access/add admin
PUT    /api/admin/access/update/{accessId} admin
DELETE /api/admin/access/remove/{accessId} admin
GET    /api/key/verify key
POST   /api/key/rate key
POST   /api/key/meter key
POST   /api/key/token/authenticate key
POST   /api/key/token/verify key
POST   /api/key/token/rate key
POST   /api/key/token/meter key
GET    /api/user/access/list user
GET    /api/user/access/get/{accessId} reseller
POST   /api/user/access/update/{accessId} reseller
POST   /api/user/access/update-logo/{accessId} reseller
GET    /api/user/access/invites/list user
POST   /api/user/access/invites/accept/{accessId} user
DELETE /api/user/access/invites/decline/{accessId} user
GET    /api/user/access/keys/list/{accessId} reseller
POST   /api/user/access/keys/add/{accessId} reseller
DELETE /api/user/access/keys/remove/{accessId}/{keyId} reseller
POST   /api/user/access/members/add/{accessId} reseller
DELETE /api/user/access/members/remove/{accessId}/{email} reseller
GET    /api/user/access/dashboard/get/{accessId} reseller
GET    /api/access/metadata/get/{accessId} public
POST   /api/customers/log/info customer
POST   /api/customers/log/warn customer
POST   /api/customers/log/error customer
GET    /api/customer/config customer
GET    /api/customer/template customer
GET    /api/customer/template/{templateIdentifier} customer
POST   /api/customer/template customer
POST   /api/customer/template/generate-example customer
GET    /api/customer/transcript customer
GET    /api/customer/transcript/{transcriptIdentifier} customer
POST   /api/customer/transcript/submit/text customer
POST   /api/customer/transcript/submit/file customer
PUT    /api/customer/transcript/{transcriptIdentifier} customer
GET    /api/customer/output customer
POST   /api/customer/output/generate customer
GET    /api/customer/output/{outputIdentifier} customer
POST   /api/customer/output/edit/{outputIdentifier} customer
GET    /api/user/customers/list/{accessId} reseller
GET    /api/user/customers/get/{accessId}/{identifier} reseller
POST   /api/user/customers/{accessId} reseller
DELETE /api/user/customers/{accessId}/{identifier} reseller
GET    /api/user/templates/list/{accessId}/{customerIdentifier} reseller
GET    /api/user/templates/get/{accessId}/{identifier} reseller
POST   /api/user/templates/{accessId} reseller
PUT    /api/user/templates/{accessId}/{identifier} reseller
DELETE /api/user/templates/{accessId}/{identifier} reseller
POST   /api/user/templates/generate-example/{accessId} reseller
GET    /api/user/users/list/{accessId}/{customerIdentifier} reseller
GET    /api/user/users/get/{accessId}/{identifier}/{customerIdentifier} reseller
POST   /api/user/users/{accessId}/{customerIdentifier} reseller
DELETE /api/user/users/{accessId}/{identifier}/{customerIdentifier} reseller
POST   /api/outputs/generate bearer
GET    /api/outputs/get/{id} bearer
GET    /api/outputs/list bearer
DELETE /api/outputs/delete/{id} bearer
POST   /api/outputs/edit/{id} bearer
POST   /api/templates/submit bearer
GET    /api/templates/get/{id} bearer
GET    /api/templates/list bearer
DELETE /api/templates/delete/{id} bearer
POST   /api/transcripts/submit/text bearer
POST   /api/transcripts/submit/file bearer
GET    /api/transcripts/get/{id} bearer
GET    /api/transcripts/list bearer
DELETE /api/transcripts/delete/{id} bearer
POST   /api/customers/authenticate bearer
POST   /api/customers/verify bearer
`
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [string, string, string])

let app: FastifyInstance
let document: {
  paths: Record<string, Record<string, { summary: string; parameters?: unknown[]; responses: object }>>
}
beforeAll(async () => {
  app = fastify()
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  await serveDocument(app)
  // The test only builds the routes and the document and sends no requests, so no service is needed.
  const services = {} as Services
  serveStatus(app, services, new AbortController().signal)
  serveAll(app, { services, closing: new AbortController().signal })
  await app.ready()
  document = JSON.parse(JSON.stringify(app.swagger()))
})
afterAll(() => app.close())

test('every published call is served: 203 of 203', () => {
  expect(new Set(finished.map(([method, path]) => `${method} ${path}`)).size).toBe(203)
})

test.each(finished)('%s %s is served as it was published, to %s', (method, path, audience) => {
  if (path === '/') return expect([app.hasRoute({ method: 'GET', url: '/' }), audience]).toEqual([true, 'public'])
  const found = allEndpoints.find((endpoint) => endpoint.method === method && `/api${endpoint.path}` === path)
  expect(found?.audience).toBe(audience)
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
