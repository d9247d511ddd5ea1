import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { directorySettings, type WritingStyle } from '../../lib/contracts/index.ts'
import { embeddedWriter, type Generate, generate } from '../../server/generation/index.ts'
import { ask, newPerson } from './ask.ts'
import { as, newDirectory } from './directory.ts'
import { bearing, good, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
/** The styles with which notes were generated. */
let styles: (WritingStyle | undefined)[] = []
beforeAll(async () => {
  const watching: Generate = (request) => {
    styles.push(request.style)
    return generate(request)
  }
  server = await startTestServer({ deps: { generate: watching, writers: () => embeddedWriter } })
})
beforeEach(() => {
  styles = []
})
afterAll(() => server.close())

const fields = [{ id: 'sleep', name: 'Sleep', type: 'string' }]
const transcript = 'Speaker 0: How do you sleep?\nSpeaker 1: Five hours a night.'
const account = 'POST /api/user/account'

async function noteOf(call: ReturnType<typeof as>, more: object = {}) {
  const layout = good(await call('POST /api/user/layouts', { name: 'Note', fields }))
  return good(
    await call('POST /api/user/reports?wait=60', { layoutId: layout._id, transcript, patientId: 'P-1', ...more }),
  )
}

test('a person sets a style once: it is part of every later note, and of its rewriting', async () => {
  const call = as(server.url, await newPerson(server.url))
  expect((await noteOf(call)).style).toBeUndefined()
  const style: WritingStyle = { person: 'first', subject: 'client', forbidden: ['non-compliant'] }
  expect(good(await call(account, { style })).style).toEqual(style)
  const note = await noteOf(call)
  expect(note.style).toEqual(style)
  // A later change of the settings does not change how this note is written.
  good(await call(account, { style: { person: 'third' } }))
  good(await call(`POST /api/user/reports/${note._id}/fields/sleep/rewrite`, { version: note.version }))
  expect(styles).toEqual([undefined, style, style])
  expect(good(await call('GET /api/user/account')).style).toEqual({ person: 'third' })
})

test('an organisation sets what applies where a member has set nothing', async () => {
  const { directoryId, owner } = await newDirectory(server.url)
  const call = as(server.url, owner)
  const settings = { ...directorySettings.parse({}), style: { subject: 'client', tense: 'past', terms: ['Okafor'] } }
  good(await call(`PUT /api/user/directories/settings/${directoryId}`, settings))
  good(await call(account, { style: { tense: 'present', terms: ['Nunez'] } }))
  const merged = { subject: 'client', tense: 'present', terms: ['Okafor', 'Nunez'] }
  expect((await noteOf(call)).style).toEqual(merged)
  expect((await noteOf(call, { style: { length: 'brief' } })).style).toEqual({ length: 'brief' })
  expect(styles).toEqual([merged, { length: 'brief' }])
})

test.each([
  [{ person: 'second' }],
  [{ forbidden: ['x'.repeat(201)] }],
  [{ forbidden: Array.from({ length: 101 }, (_, at) => `phrase ${at}`) }],
  [{ colour: 'red' }],
])('a style with an unknown or too long setting is refused: %j', async (style) => {
  const { accessToken } = await newPerson(server.url)
  expect((await ask(server.url, account, { token: accessToken, body: { style } })).status).toBe(400)
})

test('an example and an output of a customer are written in the style that the request names', async () => {
  const style: WritingStyle = { layout: 'bullets' }
  const call = as(server.url, await newPerson(server.url))
  const template = { name: 'T', instructions: '', fields }
  good(await call('POST /api/user/examples/generate', { context: {}, transcript, template, outputs: [], style }))
  const partner = await newPartner(server)
  const customer = bearing(server, await tokenOf(server, partner.live, 'clinic'))
  const body = { template, transcript, style }
  expect(good(await customer('POST /api/customer/output/generate?wait=30', body)).style).toEqual(style)
  expect(styles).toEqual([style, style])
})
