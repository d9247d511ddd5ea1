import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asking } from './administrator.ts'
import { newPerson, smallLayout } from './ask.ts'
import { bearing, good, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const typed = { text: 'Speaker 1: I sleep well.' }
const minuteMs = 60_000
let passedMs = 0
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ deps: { clock: { now: () => new Date(Date.now() + passedMs) } } })
})
afterAll(() => server.close())

/** The readings of a note or a transcript in the audit log: who, and in which directory. */
const readings = async (id: string) =>
  (
    await server.store.database.execute(
      `select action, user_id, customer_id is not null as by_customer, directory_id from audit_entries where action like '%.read' and subject_id = '${id}' order by id`,
    )
  ).rows

test('each person who reads a transcript is in the audit log, once a minute', async () => {
  const author = await newPerson(server.url)
  const call = asking(server, { token: author.accessToken })
  const { id } = good(await call('POST /api/user/transcripts/submit/text', typed))
  const read = () => call(`GET /api/user/transcripts/${id}`)
  expect(await readings(id)).toEqual([])
  for (let time = 0; time < 3; time++) expect(good(await read()).turns).toEqual(['Speaker 1: I sleep well.'])
  const entry = { action: 'transcript.read', user_id: author.userId, by_customer: false, directory_id: null }
  expect(await readings(id)).toEqual([entry])
  passedMs += minuteMs
  good(await read())
  expect(await readings(id)).toEqual([entry, entry])
})

test('a reading names the directory, and one by a customer its customer', async () => {
  const author = await newPerson(server.url)
  const call = asking(server, { token: author.accessToken })
  const directory = good(await call('POST /api/user/directories', { name: `Clinic ${randomUUID()}` }))
  const { id } = good(await call('POST /api/user/transcripts/submit/text', typed))
  good(await call(`GET /api/user/transcripts/${id}`))
  expect(await readings(id)).toMatchObject([{ directory_id: directory.directoryId }])

  const partner = await newPartner(server)
  const nurse = bearing(server, await tokenOf(server, partner.live, 'clinic', 'nurse'))
  const { id: own } = good(await nurse('POST /api/customer/transcript/submit/text', { text: 'I sleep well.' }))
  good(await nurse(`GET /api/customer/transcript/${own}`))
  expect(await readings(own)).toMatchObject([{ action: 'transcript.read', user_id: null, by_customer: true }])
})

test('a program that asks for a note again and again is one reading', async () => {
  const author = await newPerson(server.url)
  const call = asking(server, { token: author.accessToken })
  const layout = good(await call('POST /api/user/layouts', smallLayout))
  const { _id: id } = good(
    await call('POST /api/user/reports?wait=20', {
      layoutId: layout._id,
      transcript: 'Speaker 1: My mood is better.',
      patientId: 'P-1',
    }),
  )
  const before = (await readings(id)).length
  for (let time = 0; time < 4; time++) good(await call(`GET /api/user/reports/${id}`))
  expect(await readings(id)).toHaveLength(Math.max(1, before))
})

test('a copy, a print and a fill of a note are in the audit log, with names of fields and no value', async () => {
  const author = await newPerson(server.url)
  const call = asking(server, { token: author.accessToken })
  const { directoryId } = good(await call('POST /api/user/directories', { name: `Clinic ${randomUUID()}` }))
  const layout = good(await call('POST /api/user/layouts', smallLayout))
  const note = { layoutId: layout._id, transcript: 'Speaker 1: I sleep well.', patientId: 'P-1' }
  const { _id: id, template } = good(await call('POST /api/user/reports?wait=20', note))
  const [{ id: fieldId, name }] = template.fields
  const fields = [
    { fieldId, outcome: 'written' },
    { fieldId: 'I sleep well', outcome: 'refused' },
  ]
  for (const use of [{ kind: 'copy' }, { kind: 'print' }, { kind: 'fill', fields }])
    good(await call(`POST /api/user/reports/${id}/uses`, use))
  const { rows } = await server.store.database.execute(
    `select action, user_id, directory_id, fields from audit_entries where subject_id = '${id}' and action in ('report.copy', 'report.print', 'report.fill') order by id`,
  )
  const of = { user_id: author.userId, directory_id: directoryId }
  expect(rows).toEqual([
    { ...of, action: 'report.copy', fields: null },
    { ...of, action: 'report.print', fields: null },
    {
      ...of,
      action: 'report.fill',
      fields: [
        { name, outcome: 'written' },
        { name: 'A field of the page', outcome: 'refused' },
      ],
    },
  ])
  expect(
    (await call(`POST /api/user/reports/${id}/uses`, { kind: 'fill', fields: [{ fieldId, value: 'x' }] })).status,
  ).toBe(400)
})
