import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { isExhaustive } from '../exhaustive.ts'
import { administrator, asking } from './administrator.ts'
import { ask, password, refusal } from './ask.ts'
import { as, join, newDirectory, newUser, type TestPerson } from './directory.ts'
import { good, newPartner } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  // The tests open more connections than one address may have by default.
  server = await startTestServer({ env: { CONNECTIONS_PER_ADDRESS: '3000' } })
  url = server.url
})
afterAll(() => server.close())

type Clinic = Awaited<ReturnType<typeof newDirectory>>

const offer = (clinic: Clinic, email: string, permissions: string[] = []) =>
  as(url, clinic.owner)(`POST /api/user/directories/roles/${clinic.directoryId}`, { name: 'Seat', permissions, email })
const accept = (clinic: Clinic, person: Pick<TestPerson, 'accessToken'>) =>
  as(url, person)(`POST /api/user/directories/invitations/accept/${clinic.directoryId}`)
const decline = (clinic: Clinic, person: TestPerson) =>
  as(url, person)(`DELETE /api/user/directories/invitations/decline/${clinic.directoryId}`)
const leave = (clinic: Clinic, person: TestPerson) =>
  as(url, person)(`DELETE /api/user/directories/invitations/leave/${clinic.directoryId}`)
const invitations = async (person: TestPerson) =>
  (await as(url, person)('GET /api/user/directories/invitations')).body.items
const role = (clinic: Clinic, roleId: string) =>
  as(url, clinic.owner)(`GET /api/user/directories/roles/get/${clinic.directoryId}/${roleId}`)

/**
 * Returns sessions of one person on several devices. Signs in one after the other, because sign-ins at the same time
 * count as guesses of the password.
 */
async function devices(person: TestPerson, count: number) {
  const sessions: { accessToken: string }[] = []
  while (sessions.length < count) {
    const { body } = await ask(url, 'POST /api/user/login/email', { body: { email: person.email, password } })
    sessions.push({ accessToken: body.accessToken })
  }
  return sessions
}

describe('an invitation', () => {
  test('is seen by the person with its email only, and accepted by this person only', async () => {
    const clinic = await newDirectory(url)
    const [person, other] = [await newUser(url), await newUser(url)]
    const { body } = await offer(clinic, person.email.toUpperCase(), ['reports.read'])
    expect(await invitations(person)).toEqual([
      { directoryId: clinic.directoryId, directoryName: 'North Clinic', role: 'Seat', permissions: ['reports.read'] },
    ])
    expect(await invitations(other)).toEqual([])
    expect(refusal(await accept(clinic, other))).toEqual([404, 'not_found'])
    expect(refusal(await decline(clinic, other))).toEqual([404, 'not_found'])
    const accepted = await accept(clinic, person)
    expect(accepted.body).toMatchObject({
      directoryId: clinic.directoryId,
      roleId: body.roleId,
      permissions: ['reports.read'],
      chosen: true,
    })
    expect(await invitations(person)).toEqual([])
    expect((await role(clinic, body.roleId)).body).toMatchObject({ status: 'occupied', userId: person.userId })
    expect(refusal(await accept(clinic, person))).toEqual([409, 'conflict'])
  })

  test('reaches a person who registers later', async () => {
    const clinic = await newDirectory(url)
    await offer(clinic, 'later@clinic.example')
    const registered = await ask(url, 'POST /api/user/register', { body: { email: 'Later@clinic.example', password } })
    expect((await accept(clinic, registered.body)).status).toBe(200)
  })

  test('that gives the first seat lets all devices of the person act in the directory, and a later one does not', async () => {
    const [clinic, later] = [await newDirectory(url), await newDirectory(url)]
    const person = await newUser(url)
    const [device] = await devices(person, 1)
    const chosenOn = async ({ accessToken }: { accessToken: string }) =>
      (await as(url, { accessToken })('GET /api/user/directories')).body.items
        .filter(({ chosen }: { chosen: boolean }) => chosen)
        .map(({ directoryId }: { directoryId: string }) => directoryId)
    await offer(clinic, person.email)
    await accept(clinic, person)
    expect(await chosenOn(device ?? person)).toEqual([clinic.directoryId])
    await as(url, device ?? person)('POST /api/user/directories/choose', { directoryId: null })
    await offer(later, person.email)
    await accept(later, person)
    expect(await chosenOn(device ?? person)).toEqual([])
  })

  test('that is accepted does not move a session that acts in another directory', async () => {
    const [clinic, own] = [await newDirectory(url), await newDirectory(url)]
    const [elsewhere] = await devices(own.owner, 1)
    await as(url, own.owner)('POST /api/user/directories/choose', { directoryId: own.directoryId })
    await offer(clinic, own.owner.email)
    expect((await accept(clinic, own.owner)).body.chosen).toBe(false)
    const { body } = await as(url, elsewhere ?? own.owner)(`GET /api/user/directories/get/${own.directoryId}`)
    expect(body.chosen).toBe(true)
  })

  test('that is declined makes the seat open', async () => {
    const clinic = await newDirectory(url)
    const person = await newUser(url)
    const { body } = await offer(clinic, person.email)
    expect((await decline(clinic, person)).status).toBe(200)
    const open = (await role(clinic, body.roleId)).body
    expect(open).toMatchObject({ status: 'open' })
    expect(open).not.toHaveProperty('email')
    expect(refusal(await accept(clinic, person))).toEqual([404, 'not_found'])
    expect(refusal(await decline(clinic, person))).toEqual([404, 'not_found'])
  })

  test('follows the email of the account', async () => {
    const clinic = await newDirectory(url)
    const person = await newUser(url)
    await offer(clinic, person.email)
    await server.store.database.execute(`update users set email = 'moved@clinic.example' where id = '${person.userId}'`)
    expect(refusal(await accept(clinic, person))).toEqual([404, 'not_found'])
  })
})

describe('leaving', () => {
  test('makes the seat open, takes effect with the next call on every device, and can be undone by an invitation', async () => {
    const clinic = await newDirectory(url)
    const member = await join(url, clinic)
    const others = await devices(member, 2)
    expect((await leave(clinic, member)).status).toBe(200)
    for (const device of [member, ...others]) {
      expect((await as(url, device)('GET /api/user/directories')).body.total).toBe(0)
      const settings = await as(url, device)(`GET /api/user/directories/settings/${clinic.directoryId}`)
      expect(refusal(settings)).toEqual([404, 'not_found'])
    }
    expect((await role(clinic, member.roleId)).body).toMatchObject({ status: 'open' })
    expect(refusal(await leave(clinic, member))).toEqual([404, 'not_found'])
    await offer(clinic, member.email)
    expect((await accept(clinic, member)).body).toMatchObject({ chosen: true })
  })
})

describe('many acceptances at the same moment', () => {
  const [times, deviceCount] = isExhaustive('races') ? [20, 50] : [10, 20]
  test(`of one seat by one person, ${times * deviceCount} from ${deviceCount} devices: exactly one succeeds`, async () => {
    const clinic = await newDirectory(url)
    const person = await newUser(url)
    const sessions = await devices(person, deviceCount)
    const { body } = await offer(clinic, person.email)
    // While the server cannot reach its database in time, clients try again (product 14.3).
    const patiently = async (session: Pick<TestPerson, 'accessToken'>) => {
      for (;;) {
        const answer = await accept(clinic, session)
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(
      Array.from({ length: times }, () => sessions).flatMap((all) => all.map((session) => patiently(session))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusal(answer)).toEqual([409, 'conflict'])
    expect((await role(clinic, body.roleId)).body).toMatchObject({ status: 'occupied', userId: person.userId })
    const { rows } = await server.store.database.execute(
      `select user_id from audit_entries where action = 'role.accept' and subject_id = '${body.roleId}'`,
    )
    expect(rows).toHaveLength(1)
  })

  test('while the seat is offered to somebody else: one person gets it, and nobody else is in the directory', async () => {
    const clinic = await newDirectory(url)
    const [first, second] = [await newUser(url), await newUser(url)]
    const { body } = await offer(clinic, first.email)
    const [ofFirst, ofSecond] = [await devices(first, 15), await devices(second, 15)]
    const path = `PUT /api/user/directories/roles/${clinic.directoryId}/${body.roleId}`
    const reoffer = () => as(url, clinic.owner)(path, { name: 'Seat', permissions: [], email: second.email })
    const [offered, ...answers] = await Promise.all([
      reoffer(),
      ...ofFirst.map((session) => accept(clinic, session)),
      ...ofSecond.map((session) => accept(clinic, session)),
    ])
    expect(offered.status).toBe(200)
    const succeeded = (from: number, to: number) =>
      answers.slice(from, to).filter(({ status }) => status === 200).length
    expect(succeeded(0, 15)).toBeLessThanOrEqual(1)
    expect(succeeded(15, 30)).toBeLessThanOrEqual(1)
    if (succeeded(15, 30) === 0) expect((await accept(clinic, second)).status).toBe(200)
    const { rows } = await server.store.database.execute(
      `select user_id from directory_roles where directory_id = '${clinic.directoryId}' and id = '${body.roleId}' or user_id in ('${first.userId}', '${second.userId}')`,
    )
    expect(rows).toEqual([{ user_id: second.userId }])
  })
})

test('every kind of invitation is limited, also if the mails are kept for the inbox', async () => {
  const limited = { attempts: { ...attemptLimits, invitationsPerPerson: 1 } }
  const kept = await startTestServer({ env: { INBOX: '1' }, deps: limited })
  try {
    const to = (name: string) => `${name}@clinic.example`
    const { directoryId, owner } = await newDirectory(kept.url)
    const partner = await newPartner(kept)
    const seat = (email: string) => ({ name: 'Seat', permissions: [], email })
    const member = (email: string) => ({ email, permission: 'read' })
    const admins = async () => asking(kept, await administrator(kept))
    const [ofDirectories, ofDevelopers] = [await admins(), await admins()]
    const invite: ((name: string) => ReturnType<typeof ofDirectories>)[] = [
      (name) => as(kept.url, owner)(`POST /api/user/directories/roles/${directoryId}`, seat(to(name))),
      (name) => asking(kept, partner.owner)(`POST /api/user/access/members/add/${partner.accessId}`, member(to(name))),
      (name) => ofDirectories('PUT /api/admin/directories', { name, managerEmail: to(name) }),
      (name) =>
        ofDevelopers('POST /api/admin/access/add', { organization: { name }, limits: {}, ownerEmail: to(name) }),
    ]
    for (const one of invite) {
      good(await one('first'))
      expect(refusal(await one('second'))).toEqual([429, 'too_many_requests'])
    }
  } finally {
    await kept.close()
  }
})
