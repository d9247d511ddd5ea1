import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PeopleAnswer, PersonLine } from '../../lib/contracts/index.ts'
import { directoryRoles, layouts, messages, users } from '../../server/store/schema/index.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { administrator, asking } from './administrator.ts'
import { ask, password, refusal, smallLayout } from './ask.ts'
import { as, join, newDirectory, newUser } from './directory.ts'
import { good } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
/** Sends mails; registering is closed. */
let server: TestServer
/** Sends no mails. */
let mute: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  const closed = { DEMO: '0', PUBLIC_URL: 'https://chartside.clinic.example' }
  server = await startTestServer({ env: { ...closed, MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' } })
  mute = await startTestServer({ env: closed })
})
afterAll(async () => {
  await server.close()
  await mute.close()
  await mail.close()
})

type Clinic = Awaited<ReturnType<typeof newDirectory>>
const someEmail = () => `person-${randomUUID()}@clinic.example`
const add = (at: TestServer, { directoryId, owner }: Clinic, people: PersonLine[], dryRun = false) =>
  as(at.url, owner)(`POST /api/user/directories/people/${directoryId}`, { people, dryRun })
const seatsOf = async (at: TestServer, { directoryId, owner }: Clinic) =>
  (await as(at.url, owner)(`GET /api/user/directories/roles/${directoryId}?limit=100`)).body
const of = ({ lines }: PeopleAnswer, outcome: string) => lines.filter((one) => one.outcome === outcome)
const enter = (at: TestServer, ticket: string, more: object = {}) =>
  ask(at.url, 'POST /api/user/register/email-link', { body: { ticket, password, ...more } })
const seatOf = async (at: TestServer, clinic: Clinic, email: string) =>
  (await seatsOf(at, clinic)).items.find((one: { email?: string }) => one.email === email)
const linkFor = async (at: TestServer, clinic: Clinic, email: string): Promise<string> => {
  const { roleId } = await seatOf(at, clinic, email)
  const call = `POST /api/user/directories/people/${clinic.directoryId}/${roleId}/link`
  return good(await as(at.url, clinic.owner)(call)).ticket
}
const ticketIn = (raw: string) =>
  /#register=([\w-]{43})/.exec(raw.replace(/=\r\n/g, '').replaceAll('=3D', '='))?.[1] ?? ''

/** 400 lines: 380 people, and 20 lines with ten kinds of faults. */
function fourHundred(): PersonLine[] {
  const person = (line: number): PersonLine => ({ line, email: `p${line}@big.example`, name: `Person ${line}` })
  const faulty: ((line: number) => PersonLine)[] = [
    (line) => ({ line, email: '' }),
    (line) => ({ line, email: 'no-address' }),
    (line) => ({ line, email: 'two@at@big.example' }),
    (line) => ({ line, email: 'P2@BIG.example ' }),
    (line) => ({ ...person(line), permissions: ['reports.writ'] }),
    (line) => ({ ...person(line), permissions: ['everything'] }),
    (line) => ({ ...person(line), licence: 'gold' }),
    (line) => ({ ...person(line), licence: 'Unlimited' }),
    (line) => ({ ...person(line), name: 'x'.repeat(201) }),
    (line) => ({ ...person(line), seat: 'x'.repeat(201) }),
  ]
  return Array.from({ length: 400 }, (_, index) => {
    const line = index + 2
    const fault = index > 0 && index % 20 === 0 ? faulty[(index / 20) % 10] : index === 399 ? faulty[0] : undefined
    return fault?.(line) ?? person(line)
  })
}

describe('a list of 400 people with 20 faults', () => {
  test('is previewed, then gives 380 seats once, and names the faults both times', { timeout: 60_000 }, async () => {
    const clinic = await newDirectory(server.url)
    const admin = asking(server, await administrator(server))
    for (const product of ['standard', 'unlimited', 'unlimited'])
      good(await admin('PUT /api/admin/licenses', { directoryId: clinic.directoryId, product }))
    const people = fourHundred()
    const preview = good(await add(server, clinic, people, true))
    expect([of(preview, 'new').length, of(preview, 'present').length, of(preview, 'refused').length]).toEqual([
      380, 0, 20,
    ])
    expect((await seatsOf(server, clinic)).total).toBe(1)

    const first = good(await add(server, clinic, people))
    expect(first).toEqual(preview)
    const again = good(await add(server, clinic, people))
    expect([of(again, 'new').length, of(again, 'present').length]).toEqual([0, 380])
    expect(of(again, 'refused')).toEqual(of(first, 'refused'))
    expect((await seatsOf(server, clinic)).total).toBe(381)
    for (const { fault } of of(first, 'refused')) expect(fault).toMatch(/^[A-Z“].{20,200}\.$/)
    expect(of(first, 'refused').map(({ fault }) => fault)).toEqual(
      expect.arrayContaining([
        'There is no email address. Write one into this line.',
        '“no-address” is not an email address. Write it like name@clinic.example.',
        '“p2@big.example” is also in line 2. Delete one of the two lines.',
        expect.stringMatching(/^“reports.writ” is not a permission\. Use: directory\.manage, /),
        'The organisation has no active licence “gold”. Leave it empty for any licence.',
        'The organisation has several licences “Unlimited”. Write the id of one of them.',
      ]),
    )

    // The mails wait in a queue, and a code for signing in does not wait behind them.
    const waiting = async () =>
      (await server.store.database.select().from(messages).where(eq(messages.status, 'generating'))).length
    expect(await waiting()).toBeGreaterThan(300)
    await ask(server.url, 'POST /api/user/login/generate-otc', { body: { email: clinic.owner.email } })
    await mail.codeFor(clinic.owner.email)
    expect(await waiting()).toBeGreaterThan(300)
    await mail.mailTo('p2@big.example')
    expect((await seatOf(server, clinic, 'p2@big.example')).personName).toBe('Person 2')
  })

  test('gives no permission that the caller lacks, and needs the permission to manage people', async () => {
    const clinic = await newDirectory(server.url)
    const manager = await join(server.url, clinic, ['roles.manage'])
    const asManager = { ...clinic, owner: manager }
    const people = [{ line: 2, email: someEmail(), permissions: ['roles.manage', 'reports.read'] }]
    expect(good(await add(server, asManager, people)).lines[0].fault).toMatch(
      /reports\.read, because you do not have it/,
    )
    const member = await join(server.url, clinic)
    expect(refusal(await add(server, { ...clinic, owner: member }, people))).toEqual([403, 'forbidden'])
  })

  test('is limited where anybody can register and the organisation has no licence', async () => {
    const open = await startTestServer({ env: { INBOX: '1' } })
    try {
      const clinic = await newDirectory(open.url)
      const many = Array.from({ length: 101 }, (_, index) => ({ line: index + 2, email: `n${index}@big.example` }))
      expect(refusal(await add(open, clinic, many))).toEqual([429, 'too_many_requests'])
      expect((await seatsOf(open, clinic)).total).toBe(1)
      const admin = asking(open, await administrator(open))
      good(await admin('PUT /api/admin/licenses', { directoryId: clinic.directoryId, product: 'standard' }))
      expect(good(await add(open, clinic, many)).mail).toBe('kept')
      expect((await seatsOf(open, clinic)).total).toBe(102)
    } finally {
      await open.close()
    }
  })
})

describe('the link of an invitation', () => {
  test('in a mail makes the account while registering is closed, with the name and the seat', async () => {
    const clinic = await newDirectory(server.url)
    const email = someEmail()
    await add(server, clinic, [{ line: 2, email, name: 'Dana Reyes', seat: 'Therapist' }])
    const ticket = ticketIn((await mail.mailTo(email)).raw)
    const state = await ask(server.url, `GET /api/user/register?ticket=${ticket}`)
    expect(state.body).toEqual({
      status: 'started',
      invitation: { directoryName: 'North Clinic', role: 'Therapist', email, name: 'Dana Reyes' },
    })
    const session = good(await enter(server, ticket, { name: 'Dana Reyes' }))
    const seats = await as(server.url, session)('GET /api/user/directories')
    expect(seats.body.items).toMatchObject([{ directoryId: clinic.directoryId, chosen: true }])
    expect(refusal(await enter(server, ticket))).toEqual([400, 'wrong_code'])
    const direct = await ask(server.url, 'POST /api/user/register', { body: { email: someEmail(), password } })
    expect(refusal(direct)).toEqual([403, 'registration_closed'])
  })

  test('ends with the invitation, and is no way into an account that exists', async () => {
    const clinic = await newDirectory(server.url)
    const [email, known] = [someEmail(), await newUser(server.url)]
    await add(
      server,
      clinic,
      [email, known.email].map((one, index) => ({ line: index + 2, email: one })),
    )
    const ticket = await linkFor(server, clinic, email)
    expect(refusal(await enter(server, await linkFor(server, clinic, known.email)))).toEqual([
      409,
      'already_registered',
    ])
    const { roleId } = await seatOf(server, clinic, email)
    await as(server.url, clinic.owner)(`DELETE /api/user/directories/roles/${clinic.directoryId}/${roleId}`)
    expect((await ask(server.url, `GET /api/user/register?ticket=${ticket}`)).body).toEqual({ status: 'expired' })
    expect(refusal(await enter(server, ticket))).toEqual([400, 'wrong_code'])
    expect(await server.store.database.select().from(users).where(eq(users.email, email))).toEqual([])
  })

  test('is copied where no mail can be sent, and no answer says that one was', async () => {
    const clinic = await newDirectory(mute.url)
    const email = someEmail()
    expect(good(await add(mute, clinic, [{ line: 2, email }])).mail).toBe('none')
    const seat = await seatOf(mute, clinic, email)
    expect(seat.invitation).toMatchObject({ mail: 'none' })
    const again = `POST /api/user/directories/people/${clinic.directoryId}/${seat.roleId}/mail`
    expect(refusal(await as(mute.url, clinic.owner)(again))).toEqual([501, 'no_mail'])
    const session = good(await enter(mute, await linkFor(mute, clinic, email)))
    expect((await as(mute.url, session)('GET /api/user/directories')).body.total).toBe(1)
  })

  test('is not made by somebody who lacks a permission of the seat', async () => {
    const clinic = await newDirectory(server.url)
    const manager = await join(server.url, clinic, ['roles.manage'])
    const email = someEmail()
    await add(server, clinic, [{ line: 2, email, permissions: ['reports.read'] }])
    const { roleId } = await seatOf(server, clinic, email)
    const call = `POST /api/user/directories/people/${clinic.directoryId}/${roleId}/link`
    expect(refusal(await as(server.url, manager)(call))).toEqual([403, 'forbidden'])
  })

  test('is not enough where passwords are not allowed, or a second factor is required', async () => {
    for (const [settings, answer] of [
      [{ secondFactorRequired: true }, [403, 'forbidden']],
      [{ signInMethods: ['email'] }, null],
    ] as const) {
      const clinic = await newDirectory(server.url)
      const email = someEmail()
      await add(server, clinic, [{ line: 2, email }])
      good(await as(server.url, clinic.owner)(`PUT /api/user/directories/settings/${clinic.directoryId}`, settings))
      const entered = await enter(server, await linkFor(server, clinic, email))
      if (answer === null) expect(entered.status).toBe(200)
      else expect(refusal(entered)).toEqual(answer)
    }
  })
})

test('a copied link gives nothing else that belongs to its address, until a code proves the address', async () => {
  const [own, other] = [await newDirectory(server.url), await newDirectory(server.url)]
  const email = someEmail()
  for (const clinic of [own, other]) await add(server, clinic, [{ line: 2, email }])
  const shared = good(await as(server.url, other.owner)('POST /api/user/layouts', smallLayout))
  await server.store.database
    .update(layouts)
    .set({ editors: [email] })
    .where(eq(layouts.id, shared._id))
  const thief = as(server.url, good(await enter(server, await linkFor(server, own, email))))
  const accept = `POST /api/user/directories/invitations/accept/${other.directoryId}`
  expect((await thief('GET /api/user/directories')).body.total).toBe(1)
  expect((await thief('GET /api/user/directories/invitations')).body.total).toBe(0)
  expect(refusal(await thief(accept))).toEqual([404, 'not_found'])
  expect(refusal(await thief(`GET /api/user/layouts/${shared._id}`))).toEqual([404, 'not_found'])

  const { ticket } = good(await ask(server.url, 'POST /api/user/login/generate-otc', { body: { email } }))
  const body = { ticket, code: await mail.codeFor(email) }
  const person = as(server.url, good(await ask(server.url, 'POST /api/user/login/with-otc', { body })))
  expect((await person(`GET /api/user/layouts/${shared._id}`)).status).toBe(200)
  expect((await person(accept)).status).toBe(200)
})

test('an invitation is sent again, and says where its mail is', async () => {
  const clinic = await newDirectory(server.url)
  const email = someEmail()
  await add(server, clinic, [{ line: 2, email }])
  await mail.mailTo(email)
  await expect.poll(async () => (await seatOf(server, clinic, email)).invitation.mail).toBe('sent')
  const { roleId } = await seatOf(server, clinic, email)
  await as(server.url, clinic.owner)(`POST /api/user/directories/people/${clinic.directoryId}/${roleId}/mail`)
  await expect.poll(() => mail.mails.filter(({ to }) => to === email).length).toBe(2)
  const [row] = await server.store.database.select().from(directoryRoles).where(eq(directoryRoles.id, roleId))
  expect(row?.mailId).not.toBeNull()
})
