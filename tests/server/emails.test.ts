import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ env: { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' } })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

type Session = Awaited<ReturnType<typeof newPerson>>
const as = ({ accessToken: token }: Session, path: string, body?: object) =>
  ask(server.url, path, { token, ...(body === undefined ? {} : { body }) })
const template = 'getting-started'

/** A directory with these people, each with these permissions. All of them act in it. */
async function directoryOf(...members: [Session, string][]): Promise<void> {
  const id = randomUUID()
  await server.store.database.execute(`insert into directories (id, name) values ('${id}', 'North Clinic')`)
  for (const [person, permissions] of members) {
    await server.store.database.execute(
      `insert into directory_roles (id, directory_id, name, permissions, status, user_id)
       select gen_random_uuid(), '${id}', 'Role', '{${permissions}}', 'occupied', u.id from users u where u.email = '${person.email}'`,
    )
    expect((await as(person, 'POST /api/user/account', { directoryId: id })).status).toBe(200)
  }
}

describe('a mail with fixed words', () => {
  test('can be sent to oneself, 20 times a day', async () => {
    const person = await newPerson(server.url)
    const send = () => as(person, 'POST /api/user/email/send', { template })
    expect((await send()).status).toBe(200)
    expect((await mail.mailTo(person.email)).raw).toContain('Subject: Getting started with Chartside')
    for (let sent = 1; sent < 20; sent++) expect((await send()).status).toBe(200)
    expect(refusal(await send())).toEqual([429, 'too_many_requests'])
  })

  test('can be sent to members of the own directory, and to nobody else', async () => {
    const [person, member, stranger] = [
      await newPerson(server.url),
      await newPerson(server.url),
      await newPerson(server.url),
    ]
    await directoryOf([person, ''], [member, ''])
    const send = (...to: string[]) => as(person, 'POST /api/user/email/send-any', { template, to })
    expect((await send(member.email.toUpperCase())).status).toBe(200)
    await mail.mailTo(member.email)
    const refused = await send(member.email, stranger.email)
    const unknown = await send(member.email, `nobody-${randomUUID()}@clinic.example`)
    expect([refusal(refused), refusal(unknown)]).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ])
    expect(refused.body).toEqual(unknown.body)
    expect(mail.offered.filter((to) => to === stranger.email)).toEqual([])
    await server.store.database.execute(`update users set admin = true where email = '${person.email}'`)
    expect((await send(stranger.email)).status).toBe(200)
    await mail.mailTo(stranger.email)
  })

  test('takes no words from the caller', async () => {
    const person = await newPerson(server.url)
    for (const more of [{ html: '<b>x</b>' }, { subject: 'x' }, { template: 'code' }]) {
      const answer = await as(person, 'POST /api/user/email/send', { template, ...more })
      expect(refusal(answer)).toEqual([400, 'invalid_request'])
    }
  })
})

describe('asking for more credits', () => {
  const askFor = (person: Session) => as(person, 'POST /api/user/email/license-limit')

  test('reaches those who manage licences, and otherwise those who manage the directory', async () => {
    const [person, manager, billing] = [
      await newPerson(server.url),
      await newPerson(server.url),
      await newPerson(server.url),
    ]
    await directoryOf([person, ''], [manager, 'directory.manage'], [billing, 'billing.manage'])
    expect((await askFor(person)).status).toBe(200)
    const { raw } = await mail.mailTo(billing.email)
    expect(raw.replace(/=\r\n/g, '')).toContain(person.email)
    expect(mail.offered).not.toContain(manager.email)
    await directoryOf([person, ''], [manager, 'directory.manage'])
    expect((await askFor(person)).status).toBe(200)
    await mail.mailTo(manager.email)
  })

  test('without a directory says that Chartside does not know whom to ask', async () => {
    const refused = await askFor(await newPerson(server.url))
    expect(refusal(refused)).toEqual([409, 'conflict'])
    expect(refused.body.message).toContain('whom to ask')
  })
})

describe('an invitation', () => {
  test('is told by mail when a seat is offered, and not again when only its name changes', async () => {
    const person = await newPerson(server.url)
    const { directoryId } = (await as(person, 'POST /api/user/directories', { name: 'South Clinic' })).body
    const [first, second] = [`a-${randomUUID()}@clinic.example`, `b-${randomUUID()}@clinic.example`]
    const draft = { name: 'Therapist', permissions: [] }
    const path = `/api/user/directories/roles/${directoryId}`
    const { roleId } = (await as(person, `POST ${path}`, { ...draft, email: first })).body
    const { raw } = await mail.mailTo(first)
    expect(raw).toContain('Subject: Invitation to South Clinic')
    await as(person, `PUT ${path}/${roleId}`, { ...draft, name: 'Counsellor', email: first })
    expect((await as(person, `PUT ${path}/${roleId}`, { ...draft, email: second })).status).toBe(200)
    await mail.mailTo(second)
    expect(mail.offered.filter((to) => to === first)).toHaveLength(1)
  })

  test('is sent to nobody if the offer is refused', async () => {
    const [person, stranger] = [await newPerson(server.url), await newPerson(server.url)]
    const { directoryId } = (await as(person, 'POST /api/user/directories', { name: 'South Clinic' })).body
    const email = `c-${randomUUID()}@clinic.example`
    const offer = (by: Session, permissions: string[]) =>
      as(by, `POST /api/user/directories/roles/${directoryId}`, { name: 'Role', permissions, email })
    expect(refusal(await offer(stranger, []))).toEqual([404, 'not_found'])
    expect((await offer(person, [])).status).toBe(201)
    expect((await offer(person, [])).status).toBe(409)
    await mail.mailTo(email)
    expect(mail.offered.filter((to) => to === email)).toHaveLength(1)
  })
})
