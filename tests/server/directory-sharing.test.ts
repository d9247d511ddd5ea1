import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DirectoryPermission } from '../../lib/contracts/index.ts'
import type { Generate } from '../../server/generation/request.ts'
import { type Answer, ask, refusal, smallLayout } from './ask.ts'
import { as, join, newDirectory, newUser, type TestPerson } from './directory.ts'
import { gated, stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let url: string
/** The generation that the server runs. */
let generation: Generate = stating
beforeAll(async () => {
  server = await startTestServer({ deps: { generate: (request) => generation(request) } })
  url = server.url
})
afterAll(() => server.close())

type Clinic = Awaited<ReturnType<typeof newDirectory>>

const leave = (clinic: Clinic, person: TestPerson) =>
  as(url, person)(`DELETE /api/user/directories/invitations/leave/${clinic.directoryId}`)
const setSharing = (clinic: Clinic, sharing: object) =>
  as(url, clinic.owner)(`PUT /api/user/directories/settings/${clinic.directoryId}`, { sharing })
const names = ({ body }: Answer) => body.items.map(({ name }: { name: string }) => name)

describe('a layout that is shared with a directory', () => {
  const create = (person: TestPerson, name = 'Shared') =>
    as(url, person)('POST /api/user/layouts', { ...smallLayout, name })
  const share = (person: TestPerson, id: string, directory?: boolean) =>
    as(url, person)(`PUT /api/user/layouts/${id}/editors`, { editors: [], directory })
  const get = (person: TestPerson, id: string) => as(url, person)(`GET /api/user/layouts/${id}`)
  const list = (person: TestPerson, query = '') => as(url, person)(`GET /api/user/layouts?limit=100${query}`)
  const change = (person: TestPerson, id: string) =>
    as(url, person)(`PUT /api/user/layouts/${id}`, { version: 1, layout: smallLayout })

  /** A directory with a layout that its author has shared. */
  async function shared() {
    const clinic = await newDirectory(url)
    const author = await join(url, clinic, ['layouts.share'])
    const { body } = await create(author)
    expect((await share(author, body._id, true)).body).toMatchObject({ shared: true, access: 'owner' })
    return { clinic, author, id: body._id as string }
  }

  test('is read by every member, who cannot change, share or delete it, but can copy it', async () => {
    const { clinic, author, id } = await shared()
    const member = await join(url, clinic, ['layouts.share'])
    const read = await get(member, id)
    expect(read.body).toMatchObject({
      access: 'viewer',
      shared: true,
      directoryName: 'North Clinic',
      email: author.email,
    })
    expect(names(await list(member))).toEqual(['Shared'])
    expect(names(await list(member, '&access=viewer'))).toEqual(['Shared'])
    expect(names(await list(member, '&access=editor'))).toEqual([])
    const refused = await change(member, id)
    expect(refusal(refused)).toEqual([403, 'forbidden'])
    expect(refused.body.message).toBe('You have view-only access to this template. Make a copy to change the template.')
    expect(refusal(await share(member, id, false))).toEqual([403, 'forbidden'])
    expect(refusal(await as(url, member)(`DELETE /api/user/layouts/${id}`))).toEqual([403, 'forbidden'])
    const copy = await as(url, member)(`POST /api/user/layouts/${id}/copy`)
    expect(copy.body).toMatchObject({ access: 'owner', shared: false, email: member.email })
  })

  test('is changed by members with layouts.edit, who cannot delete it', async () => {
    const { clinic, id } = await shared()
    const editor = await join(url, clinic, ['layouts.edit'])
    expect((await get(editor, id)).body.access).toBe('editor')
    expect(names(await list(editor, '&access=editor'))).toEqual(['Shared'])
    expect(names(await list(editor, '&access=viewer'))).toEqual([])
    expect((await change(editor, id)).body).toMatchObject({ version: 2, access: 'editor' })
    expect(refusal(await as(url, editor)(`DELETE /api/user/layouts/${id}`))).toEqual([403, 'forbidden'])
  })

  test('stays its owner’s for the owner, also with layouts.edit', async () => {
    const clinic = await newDirectory(url)
    const { body } = await create(clinic.owner)
    await share(clinic.owner, body._id, true)
    expect(names(await list(clinic.owner, '&access=owner'))).toEqual(['Shared'])
    expect(names(await list(clinic.owner, '&access=editor'))).toEqual([])
  })

  test('is not there for another directory, a stranger, a former member, or one who acts elsewhere', async () => {
    const { clinic, id } = await shared()
    const other = await newDirectory(url)
    const former = await join(url, clinic)
    await leave(clinic, former)
    const elsewhere = await join(url, clinic)
    await as(url, elsewhere)('POST /api/user/directories/choose', { directoryId: null })
    for (const person of [other.owner, former, elsewhere, await newUser(url)]) {
      expect(refusal(await get(person, id))).toEqual([404, 'not_found'])
      expect(names(await list(person))).toEqual([])
      expect(refusal(await change(person, id))).toEqual([404, 'not_found'])
    }
  })

  test('is not there any more after its owner has unshared it', async () => {
    const { clinic, author, id } = await shared()
    const member = await join(url, clinic, ['layouts.edit'])
    expect((await share(author, id)).body.shared).toBe(true)
    expect((await share(author, id, false)).body.shared).toBe(false)
    expect(refusal(await get(member, id))).toEqual([404, 'not_found'])
  })

  test('can be unshared by its owner after leaving', async () => {
    const { clinic, author, id } = await shared()
    const member = await join(url, clinic)
    await leave(clinic, author)
    expect((await get(member, id)).status).toBe(200)
    expect((await share(author, id, false)).body.shared).toBe(false)
    expect(refusal(await get(member, id))).toEqual([404, 'not_found'])
  })

  test('is still read when its owner’s account is gone', async () => {
    const { clinic, id } = await shared()
    const member = await join(url, clinic)
    await server.store.database.execute(`update layouts set user_id = null where id = '${id}'`)
    expect((await get(member, id)).body.access).toBe('viewer')
    expect(names(await list(member, '&access=viewer'))).toEqual(['Shared'])
  })

  test('needs layouts.share in the directory in which one acts', async () => {
    const clinic = await newDirectory(url)
    const all: DirectoryPermission[] = ['layouts.edit', 'directory.manage']
    const people = [await join(url, clinic, all), await newUser(url)]
    for (const person of people) {
      const { body } = await create(person)
      expect(refusal(await share(person, body._id, true))).toEqual([403, 'forbidden'])
      expect((await get(person, body._id)).body.shared).toBe(false)
    }
  })

  test('is hidden, and no other is shared, while the settings of the directory forbid it', async () => {
    const { clinic, author, id } = await shared()
    const member = await join(url, clinic, ['layouts.edit'])
    await setSharing(clinic, { layouts: false })
    expect(refusal(await get(member, id))).toEqual([404, 'not_found'])
    expect(names(await list(member))).toEqual([])
    const second = await create(author)
    expect(refusal(await share(author, second.body._id, true))).toEqual([403, 'forbidden'])
    await setSharing(clinic, { layouts: true })
    expect((await get(member, id)).status).toBe(200)
  })
})

describe('a report that was written in a directory', () => {
  const write = async (person: TestPerson) => {
    const layout = await as(url, person)('POST /api/user/layouts', smallLayout)
    const { body } = await as(url, person)('POST /api/user/reports?wait=20', {
      layoutId: layout.body._id,
      transcript: 'Speaker 1: My mood is better.',
      patientId: 'MRN 1',
    })
    return body as { _id: string; version: number; transcriptId: string }
  }
  const get = (person: TestPerson, id: string) => as(url, person)(`GET /api/user/reports/${id}`)
  const listed = async (person: TestPerson) =>
    (await as(url, person)('GET /api/user/reports')).body.items.map(({ _id }: { _id: string }) => _id)
  const readers = async (id: string) =>
    (
      await server.store.database.execute(
        `select user_id from audit_entries where action = 'report.read' and subject_id = '${id}' order by id`,
      )
    ).rows.map(({ user_id }) => user_id)

  async function written() {
    const clinic = await newDirectory(url)
    const author = await join(url, clinic)
    return { clinic, author, report: await write(author) }
  }

  test('is read by members with reports.read, and each reading is in the audit log', async () => {
    const { clinic, author, report } = await written()
    const reader = await join(url, clinic, ['reports.read'])
    expect(await listed(reader)).toEqual([report._id])
    expect((await get(reader, report._id)).body).toMatchObject({ status: 'ready', patientId: 'MRN 1' })
    expect(await readers(report._id)).toEqual([reader.userId])
    const history = await as(url, reader)(`GET /api/user/reports/${report._id}/history`)
    expect(history.body.items).toMatchObject([{ kind: 'generated', by: author.email }])
    const events = await ask(url, `GET /api/user/reports/${report._id}/events`, { token: reader.accessToken })
    expect(events.status).toBe(200)
    expect(await readers(report._id)).toEqual([reader.userId])
  })

  test('is followed while it is written, until the reader is removed', async () => {
    const clinic = await newDirectory(url)
    const author = await join(url, clinic)
    const [reader, removed] = [await join(url, clinic, ['reports.read']), await join(url, clinic, ['reports.read'])]
    // `removed` also has a seat with the permission `reports.read` in another directory. That seat must not let this
    // person read the note.
    await join(url, await newDirectory(url), ['reports.read'], removed)
    const gate = gated()
    generation = gate.generate
    const layout = await as(url, author)('POST /api/user/layouts', smallLayout)
    const { body } = await as(url, author)('POST /api/user/reports', {
      layoutId: layout.body._id,
      transcript: 'Speaker 1: My mood is better.',
      patientId: 'MRN 1',
    })
    const follow = async (person: TestPerson) => {
      const headers = { authorization: `Bearer ${person.accessToken}` }
      const response = await fetch(`${url}/api/user/reports/${body._id}/events`, { headers })
      const reading = response.body?.getReader()
      const first = await reading?.read()
      const rest = async () => {
        let text = ''
        try {
          for (let part = await reading?.read(); part?.value; part = await reading?.read())
            text += new TextDecoder().decode(part.value)
        } catch {
          // The server broke the connection off.
        }
        return text
      }
      return { first: new TextDecoder().decode(first?.value), rest }
    }
    const streams = [await follow(reader), await follow(removed)]
    for (const { first } of streams) expect(first).toContain('"status":"generating"')
    await as(url, clinic.owner)(`DELETE /api/user/directories/roles/${clinic.directoryId}/${removed.roleId}`)
    gate.open()
    const [seen, unseen] = await Promise.all(streams.map(({ rest }) => rest()))
    generation = stating
    expect(seen).toContain('My mood is better.')
    expect(unseen).not.toContain('My mood')
  })

  test('names its author, and what each member may do with it', async () => {
    const { clinic, author, report } = await written()
    for (const [permission, access] of [
      ['reports.read', 'reader'],
      ['reports.sign', 'signer'],
    ] as const) {
      const member = await join(url, clinic, [permission])
      const told = { access, author: author.email }
      expect((await get(member, report._id)).body).toMatchObject(told)
      expect((await as(url, member)('GET /api/user/reports')).body.items).toMatchObject([told])
    }
    expect((await get(author, report._id)).body).toMatchObject({ access: 'owner', author: author.email })
    await server.store.database.execute(`update outputs set user_id = null where id = '${report._id}'`)
    const kept = (await get(clinic.owner, report._id)).body
    expect(kept.access).toBe('signer')
    expect(kept).not.toHaveProperty('author')
  })

  test('is not changed, signed or deleted by members who only read it, and its transcript stays closed', async () => {
    const { clinic, report } = await written()
    const reader = await join(url, clinic, ['reports.read'])
    const path = `/api/user/reports/${report._id}`
    const { version } = report
    for (const answer of [
      await as(url, reader)(`PUT ${path}`, { version, title: 'Mine' }),
      await as(url, reader)(`POST ${path}/sign`, { version }),
      await as(url, reader)(`DELETE ${path}`),
      await as(url, reader)(`GET /api/user/transcripts/${report.transcriptId}`),
    ])
      expect(refusal(answer)).toEqual([404, 'not_found'])
  })

  test('is signed and unlocked by members with reports.sign, who cannot change it', async () => {
    const { clinic, author, report } = await written()
    const signer = await join(url, clinic, ['reports.sign'])
    const path = `/api/user/reports/${report._id}`
    const edit = { version: report.version, title: 'Mine' }
    expect(refusal(await as(url, signer)(`PUT ${path}`, edit))).toEqual([404, 'not_found'])
    const signed = await as(url, signer)(`POST ${path}/sign`, { version: report.version })
    expect(signed.body).toMatchObject({ status: 'signed', signature: { by: signer.email } })
    expect(refusal(await as(url, author)(`PUT ${path}`, { version: signed.body.version, title: 'x' }))).toEqual([
      409,
      'locked',
    ])
    const reason = { version: signed.body.version, reason: 'Too early' }
    expect((await as(url, signer)(`POST ${path}/unlock`, reason)).body.status).toBe('ready')
  })

  test('is not there without the permission, in another directory, for former members, or without sharing', async () => {
    const { clinic, author, report } = await written()
    const reader = await join(url, clinic, ['reports.read', 'reports.sign'])
    const former = await join(url, clinic, ['reports.read'])
    await leave(clinic, former)
    const other = await newDirectory(url)
    for (const person of [await join(url, clinic, ['layouts.edit']), former, other.owner]) {
      expect(refusal(await get(person, report._id))).toEqual([404, 'not_found'])
      expect(await listed(person)).toEqual([])
    }
    expect((await get(reader, report._id)).status).toBe(200)
    await setSharing(clinic, { reports: false })
    expect(refusal(await get(reader, report._id))).toEqual([404, 'not_found'])
    const sign = { version: report.version }
    expect(refusal(await as(url, reader)(`POST /api/user/reports/${report._id}/sign`, sign))).toEqual([
      404,
      'not_found',
    ])
    expect((await get(author, report._id)).status).toBe(200)
  })

  test('stays with its author and with the directory when the author leaves', async () => {
    const { clinic, author, report } = await written()
    await leave(clinic, author)
    expect((await get(author, report._id)).status).toBe(200)
    expect((await get(clinic.owner, report._id)).status).toBe(200)
    const later = await write(author)
    expect(refusal(await get(clinic.owner, later._id))).toEqual([404, 'not_found'])
  })
})
