import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureGeneratorPackages, generatorFolder } from '../../../scripts/separate-packages.ts'
import { embeddedWriter, generate } from '../../../server/generation/index.ts'
import { ask } from '../ask.ts'
import { bearing, good, newPartner, type Partner, tokenOf } from '../partner.ts'
import { startTestServer, type TestServer } from '../start-server.ts'

const accept = 'application/fhir+json'
const template = {
  name: 'Follow-up',
  fields: [
    { id: 'sleep', name: 'Sleep & rest', type: 'string' },
    { id: 'smokes', name: 'Smokes', type: 'boolean' },
    { id: 'moods', name: 'Moods', type: 'multiple_choice', options: ['Calm', 'Anxious', 'Low'] },
    { id: 'medicines', name: 'Medicines', type: 'table', headers: ['Name', 'Dose'], rows: [] },
    { id: 'plan', name: 'Plan', type: 'string' },
  ],
}
const transcript =
  'Clinician: How do you sleep?\nPatient: I sleep about six hours each night. I do not smoke. I am anxious.'
const context = { patient: { name: 'Maya Okafor', identifier: 'MR-1', birthDate: '1988-04-02', gender: 'Female' } }

interface Validation {
  valid: boolean
  messages: { severity: string; location: string; message: string }[]
}
/** Returns the errors in a resource. Hints about value sets that the validator does not have are left out. */
let errorsIn: (resource: unknown) => Validation['messages']
let server: TestServer
let partner: Partner
let token: string
beforeAll(async () => {
  ensureGeneratorPackages()
  const { default: library } = await import(join(generatorFolder, 'node_modules/fhir/fhir.js'))
  const validator = new library.Fhir()
  errorsIn = (resource) => {
    const { messages }: Validation = validator.validate(resource, { errorOnUnexpected: true })
    return messages.filter(({ severity }) => severity === 'error')
  }
  server = await startTestServer({ deps: { generate, writers: () => embeddedWriter } })
  partner = await newPartner(server)
  token = await tokenOf(server, partner.live, 'clinic')
}, 240_000)
afterAll(() => server?.close())

const make = async (request: object) =>
  good(await bearing(server, token)('POST /api/customer/output/generate?wait=30', request))
const asFhir = (id: string) => ask(server.url, `GET /api/customer/output/${id}`, { token, headers: { accept } })

test('an output is a FHIR R4 document that fits the published structure definitions', async () => {
  const { id } = await make({ template, transcript, context })
  const { status, headers, body } = await asFhir(id)
  expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, accept])
  expect(errorsIn(body)).toEqual([])
  const types = body.entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType)
  expect(types).toEqual(['Composition', 'Patient', 'Device', 'DocumentReference'])
  // Every reference names a resource of the document.
  const known = new Set(body.entry.map(({ fullUrl }: { fullUrl: string }) => fullUrl))
  const referred = [...JSON.stringify(body).matchAll(/"reference":"([^"]+)"/g)].map(([, one]) => one)
  expect(referred.filter((one) => !known.has(one))).toEqual([])
  const [{ resource: composition }] = body.entry
  expect(composition.section.map(({ title }: { title: string }) => title)).toEqual(
    template.fields.map(({ name }) => name),
  )
  expect(JSON.stringify(composition.section[0].section)).toContain('I sleep about six hours each night.')
  expect(composition.section[4].text.div).toContain('Not discussed.')
  // The validator would notice a broken resource.
  delete composition.date
  expect(errorsIn(body)).toHaveLength(1)
  // The same key as bearer gets the same document.
  const path = `GET /api/outputs/get/${id}?customer_id=clinic`
  expect((await ask(server.url, path, { token: partner.live, headers: { accept } })).body.identifier).toEqual(
    body.identifier,
  )
})

test('markup and control characters of a note stay text', async () => {
  const { id } = await make({ template, transcript })
  const value = ['<script>alert(1)</script> & "quoted" \u0001 done', 'second line']
  good(await bearing(server, token)(`POST /api/customer/output/edit/${id}`, { values: [{ id: 'plan', value }] }))
  const { body } = await asFhir(id)
  expect(errorsIn(body)).toEqual([])
  const { div } = body.entry[0].resource.section[4].text
  expect(div).not.toContain('<script')
  expect(div).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;quoted&#34;  done')
  expect(body.entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType)).not.toContain(
    'Patient',
  )
})
