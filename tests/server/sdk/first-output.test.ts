import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Credential, createClient } from '../../../lib/api/index.ts'
import { endpoints } from '../../../lib/contracts/index.ts'
import { beginSession } from '../../../server/auth/sessions/index.ts'
import { systemClock } from '../../../server/clock.ts'
import { embeddedWriter, generate } from '../../../server/generation/index.ts'
import { createUser } from '../../../server/services/accounts.ts'
import { type MailServer, startMailServer } from '../../fakes/mail-server.ts'
import { password } from '../ask.ts'
import { startTestServer, type TestServer } from '../start-server.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  const env = { DEMO: '0', REGISTRATION: '1', MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' }
  server = await startTestServer({ env, deps: { generate, writers: () => embeddedWriter } })
})
afterAll(async () => {
  await server?.close()
  await mail?.close()
})

/** An administrator of the product, as `npm run admin` makes one. */
async function administrator() {
  const { database } = server.store
  const clock = systemClock
  const userId = await createUser({ database, clock }, { email: 'admin@chartside.example', password, admin: true })
  if (userId === null) throw new Error('The email is taken.')
  const { accessToken: token } = await beginSession(
    database,
    { userId, method: null, device: 'Test', sessionEndings: 0 },
    clock,
  )
  return { token }
}

const bearer = (token: string): Credential => ({ authorization: `Bearer ${token}`, key: '' })

test('from the sign-up to the first output, a developer needs ten calls at most, and each answers as documented', async () => {
  let calls = 0
  /** A client that counts its calls, and that throws if an answer does not fit the contract. */
  const as = (credential: Credential) =>
    createClient({
      baseUrl: () => server.url,
      credential: () => credential,
      fetch: (...request) => {
        calls += 1
        return fetch(...request)
      },
    })
  const { token: administratorToken } = await administrator()
  const email = 'developer@partner.example'

  const stranger = as('none')
  const registration = await stranger.call(endpoints.public.register, { body: { email, password, device: 'Browser' } })
  const token =
    'accessToken' in registration
      ? registration.accessToken
      : (
          await stranger.call(endpoints.signIn.confirmRegistration, {
            body: { ticket: registration.ticket, code: await mail.codeFor(email), device: 'Browser' },
          })
        ).accessToken
  const { accessId } = await as(bearer(administratorToken)).call(endpoints.adminAccess.addAccess, {
    body: { organization: { name: 'Notes Inc' }, ownerEmail: email },
  })
  const developer = as(bearer(token))
  await developer.call(endpoints.accessInvites.acceptAccessInvite, { params: { accessId } })
  const { key } = await developer.call(endpoints.access.addKey, {
    params: { accessId },
    body: { name: 'First try', test: true },
  })
  const partner = as(bearer(key))
  await partner.call(endpoints.bearer.authenticateCustomer, { body: { customerIdentifier: 'clinic-12' } })
  const output = await partner.call(endpoints.bearer.generateOutput, {
    query: { wait: 60 },
    body: {
      customer_id: 'clinic-12',
      template: { name: 'Sleep', fields: [{ id: 'sleep', name: 'Sleep', type: 'string' }] },
      transcript: 'Clinician: How do you sleep?\nPatient: I sleep about six hours each night.',
    },
  })
  expect(output.status).toBe('ready')
  expect(output.results[0]?.evidence.map(({ quote }) => quote)).toContain('I sleep about six hours each night.')
  console.log(`Calls from the sign-up to the first output: ${calls}.`)
  expect(calls).toBeLessThanOrEqual(10)
})
