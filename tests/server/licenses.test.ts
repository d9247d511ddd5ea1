import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { embeddedWriter, generate } from '../../server/generation/index.ts'
import type { Generate } from '../../server/generation/request.ts'
import { directories, directoryRoles, licenses, sessionFamilies, usage } from '../../server/store/schema/index.ts'
import { isExhaustive } from '../exhaustive.ts'
import { ask, newPerson, password, refusal, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { gated, stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

type LicenseRow = typeof licenses.$inferInsert

/** Grants a licence and returns its id. */
async function grant({ store }: TestServer, values: Partial<LicenseRow>): Promise<string> {
  const id = randomUUID()
  await store.database.insert(licenses).values({ id, product: 'standard', ...values })
  return id
}

const rowOf = async ({ store }: TestServer, id: string) => {
  const [row] = await store.database.select().from(licenses).where(eq(licenses.id, id))
  if (row === undefined) throw new Error('There is no such licence.')
  return row
}

interface Someone {
  token: string
  userId: string
  layoutId: string
}

/** A person with a template of their own. The template decides the kind of credit. */
async function someone(server: TestServer, type: 'document' | 'other' = 'other'): Promise<Someone> {
  const { accessToken: token } = await newPerson(server.url)
  const { body: account } = await ask(server.url, 'GET /api/user/account', { token })
  const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: { ...smallLayout, type } })
  return { token, userId: account.id, layoutId: layout.body._id }
}

/** A person who has a seat in a directory and acts in it. */
async function memberOf(server: TestServer, directoryId: string): Promise<Someone> {
  const person = await someone(server)
  const { database } = server.store
  const { userId } = person
  await database
    .insert(directoryRoles)
    .values({ id: randomUUID(), directoryId, name: 'Seat', status: 'occupied', userId })
  await database.update(sessionFamilies).set({ directoryId }).where(eq(sessionFamilies.userId, userId))
  return person
}

const words = 'Speaker 1: I feel better.'
const createReport = ({ url }: TestServer, { token, layoutId }: Someone, wait = 0, headers = {}) =>
  ask(url, `POST /api/user/reports?wait=${wait}`, {
    token,
    body: { layoutId, transcript: words, patientId: 'P' },
    headers,
  })
/** Creates a report. Tries again while the server cannot reach its database in time, as clients do (product 14.3). */
async function createPatiently(server: TestServer, person: Someone) {
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    const answer = await createReport(server, person, 0, headers)
    if (answer.status !== 503) return answer
  }
}
const countOf = async ({ store }: TestServer, table: string) =>
  Number((await store.database.execute(`select count(*) as n from ${table}`)).rows[0]?.n)

describe('credits', () => {
  let server: TestServer
  /** The generation that the server runs. Each test sets its own. */
  let generation: Generate = stating
  beforeAll(async () => {
    server = await startTestServer({ deps: { generate: (request) => generation(request) } })
  })
  beforeEach(() => {
    generation = stating
  })
  afterAll(() => server.close())

  const usageOf = async (outputId: string) =>
    server.store.database.select().from(usage).where(eq(usage.outputId, outputId))

  test('are reserved while the note is being written, and used when it is written', async () => {
    const me = await someone(server)
    const licenseId = await grant(server, { userId: me.userId, sessionLimit: 5, documentLimit: 0 })
    const gate = gated()
    generation = gate.generate
    const { body } = await createReport(server, me)
    expect(await usageOf(body._id)).toMatchObject([
      { status: 'reserved', kind: 'session', licenseId, userId: me.userId },
    ])
    expect(await rowOf(server, licenseId)).toMatchObject({ sessionUsed: 1, documentUsed: 0 })
    gate.open()
    await expect.poll(async () => (await usageOf(body._id))[0]?.status).toBe('used')
    expect(await rowOf(server, licenseId)).toMatchObject({ sessionUsed: 1, documentUsed: 0 })
  })

  test('of documents are counted apart from those of sessions', async () => {
    const me = await someone(server, 'document')
    const licenseId = await grant(server, { userId: me.userId, sessionLimit: 0, documentLimit: 1 })
    expect((await createReport(server, me, 20)).body.status).toBe('ready')
    expect(await rowOf(server, licenseId)).toMatchObject({ documentUsed: 1, sessionUsed: 0 })
    expect(refusal(await createReport(server, me))).toEqual([402, 'no_credit'])
  })

  test('that are used up refuse the note with a sentence, and nothing is written', async () => {
    const me = await someone(server)
    const licenseId = await grant(server, { userId: me.userId, sessionLimit: 1 })
    await createReport(server, me, 20)
    const tables = ['outputs', 'transcripts', 'transcript_turns', 'usage', 'audit_entries', 'idempotency_keys']
    const before = await Promise.all(tables.map((table) => countOf(server, table)))
    const refused = await createReport(server, me, 0, { 'idempotency-key': 'again' })
    expect(refusal(refused)).toEqual([402, 'no_credit'])
    expect(refused.body.message).toMatch(/no credit left/)
    expect(await Promise.all(tables.map((table) => countOf(server, table)))).toEqual(before)
    await server.store.database.update(licenses).set({ sessionLimit: 2 }).where(eq(licenses.id, licenseId))
    expect((await createReport(server, me, 20, { 'idempotency-key': 'again' })).body.status).toBe('ready')
  })

  test('are given back when the note fails; trying again reserves one again', async () => {
    const me = await someone(server)
    const licenseId = await grant(server, { userId: me.userId, sessionLimit: 1 })
    generation = () => Promise.reject(new Error('broken'))
    const failed = await createReport(server, me, 20)
    expect(failed.body.status).toBe('failed')
    expect([(await rowOf(server, licenseId)).sessionUsed, await usageOf(failed.body._id)]).toEqual([0, []])
    generation = stating
    const other = await createReport(server, me, 20)
    const retry = (version: number) =>
      ask(server.url, `POST /api/user/reports/${failed.body._id}/retry`, { token: me.token, body: { version } })
    expect(refusal(await retry(failed.body.version))).toEqual([402, 'no_credit'])
    await server.store.database.update(licenses).set({ sessionLimit: 2 }).where(eq(licenses.id, licenseId))
    expect((await retry(failed.body.version)).status).toBe(200)
    await expect.poll(async () => (await usageOf(failed.body._id))[0]?.status).toBe('used')
    expect((await rowOf(server, licenseId)).sessionUsed).toBe(2)
    expect(other.body.status).toBe('ready')
  })

  test('are given back when the note is deleted while it is being written, and not afterwards', async () => {
    const me = await someone(server)
    const licenseId = await grant(server, { userId: me.userId, sessionLimit: 5 })
    const remove = (id: string) => ask(server.url, `DELETE /api/user/reports/${id}`, { token: me.token })
    const written = await createReport(server, me, 20)
    const gate = gated()
    generation = gate.generate
    const begun = await createReport(server, me)
    await gate.started
    expect((await rowOf(server, licenseId)).sessionUsed).toBe(2)
    await remove(begun.body._id)
    await remove(written.body._id)
    expect((await rowOf(server, licenseId)).sessionUsed).toBe(1)
    gate.open()
    // The generation of the deleted note finds no row to write to. Write another note. By the time this note is ready,
    // the generation of the deleted note has ended, so the credits can be counted.
    expect((await createReport(server, me, 20)).body.status).toBe('ready')
    expect((await rowOf(server, licenseId)).sessionUsed).toBe(2)
  })

  test('of a group session suffice for all notes, or none is written', async () => {
    const me = await someone(server)
    const licenseId = await grant(server, { userId: me.userId, sessionLimit: 2 })
    const group = (names: string[]) =>
      ask(server.url, 'POST /api/user/reports/group', {
        token: me.token,
        body: {
          layoutId: me.layoutId,
          transcript: 'Speaker 1: I grow orchids.\nSpeaker 2: I collect stones.\nSpeaker 3: I sing.',
          participants: names.map((name, at) => ({ patientId: name, name, speakers: [at + 1] })),
        },
      })
    const before = await countOf(server, 'outputs')
    expect(refusal(await group(['Ana', 'Ben', 'Cleo']))).toEqual([402, 'no_credit'])
    expect([await countOf(server, 'outputs'), (await rowOf(server, licenseId)).sessionUsed]).toEqual([before, 0])
    expect((await group(['Ana', 'Ben'])).status).toBe(201)
    expect((await rowOf(server, licenseId)).sessionUsed).toBe(2)
  })

  test('are not limited for a person without any licence; the use is counted all the same', async () => {
    const me = await someone(server)
    const { body } = await createReport(server, me, 20)
    expect(await usageOf(body._id)).toMatchObject([{ status: 'used', licenseId: null }])
    const active = await ask(server.url, 'GET /api/user/licenses/get-active', { token: me.token })
    expect(active.body).toEqual({ limited: false, licenses: [] })
  })

  test.each([
    ['has ended', { startsAt: new Date('2020-01-01'), endsAt: new Date('2021-01-01') }],
    ['has not begun', { startsAt: new Date('2120-01-01') }],
  ])('a licence that %s pays for nothing, and does not lift the limit either', async (_name, dates) => {
    const me = await someone(server)
    await grant(server, { userId: me.userId, sessionLimit: 5, ...dates })
    expect(refusal(await createReport(server, me))).toEqual([402, 'no_credit'])
    await grant(server, { userId: me.userId })
    expect((await createReport(server, me)).status).toBe(201)
  })

  test('come from the licence that ends first, and then from the next', async () => {
    const me = await someone(server)
    const open = await grant(server, { userId: me.userId, sessionLimit: 1 })
    const ending = await grant(server, { userId: me.userId, sessionLimit: 1, endsAt: new Date('2120-01-01') })
    const payer = async () => (await usageOf((await createReport(server, me)).body._id))[0]?.licenseId
    expect([await payer(), await payer()]).toEqual([ending, open])
    expect(refusal(await createReport(server, me))).toEqual([402, 'no_credit'])
  })

  describe('of a member', () => {
    /** A member who acts in a directory. `choose` lets the member act in another directory, or in none. */
    async function member(permissions: (typeof directoryRoles.$inferInsert)['permissions'] = []) {
      const me = await someone(server)
      const [directoryId, roleId] = [randomUUID(), randomUUID()]
      const { database } = server.store
      await database.insert(directories).values({ id: directoryId, name: 'North Clinic' })
      await database.insert(directoryRoles).values({
        id: roleId,
        directoryId,
        name: 'Seat',
        status: 'occupied',
        userId: me.userId,
        permissions: permissions ?? [],
      })
      const choose = (id: string | null) =>
        database.update(sessionFamilies).set({ directoryId: id }).where(eq(sessionFamilies.userId, me.userId))
      await choose(directoryId)
      const seat = (licenseId: string) =>
        database.update(directoryRoles).set({ licenseId }).where(eq(directoryRoles.id, roleId))
      const payer = async () => (await usageOf((await createReport(server, me)).body._id))[0]?.licenseId
      return { me, directoryId, choose, seat, payer }
    }

    test('come from the seat, otherwise from the directory, otherwise from the person', async () => {
      const { me, directoryId, choose, seat, payer } = await member()
      const own = await grant(server, { userId: me.userId })
      expect(await payer()).toBe(own)
      const shared = await grant(server, { directoryId })
      expect(await payer()).toBe(shared)
      const ofSeat = await grant(server, { directoryId, sessionLimit: 1 })
      await seat(ofSeat)
      expect(await payer()).toBe(ofSeat)
      // The licence of the seat has no credit left. The note is refused, although the licence of the directory could
      // pay for it.
      expect(refusal(await createReport(server, me))).toEqual([402, 'no_credit'])
      await choose(null)
      expect(await payer()).toBe(own)
    })

    test('never come from a directory in which the person has no seat', async () => {
      const { directoryId } = await member()
      await grant(server, { directoryId })
      const { me, choose, payer } = await member()
      await choose(directoryId)
      expect(await payer()).toBeNull()
      const active = await ask(server.url, 'GET /api/user/licenses/get-active', { token: me.token })
      expect(active.body).toEqual({ limited: false, licenses: [] })
    })

    test('are given back when the account is deleted while its note is being written', async () => {
      const { me, directoryId } = await member()
      const licenseId = await grant(server, { directoryId, sessionLimit: 1 })
      const gate = gated()
      generation = gate.generate
      await createReport(server, me)
      await gate.started
      expect((await rowOf(server, licenseId)).sessionUsed).toBe(1)
      const body = { password, phrase: 'delete my account' }
      expect((await ask(server.url, 'DELETE /api/user/account', { token: me.token, body })).status).toBe(200)
      expect((await rowOf(server, licenseId)).sessionUsed).toBe(0)
      gate.open()
    })

    test('never come from another directory, even if the seat names its licence', async () => {
      const foreign = await grant(server, { directoryId: randomUUID() })
      const { me, seat, payer } = await member()
      await seat(foreign)
      expect(await payer()).toBeNull()
      expect((await ask(server.url, 'GET /api/user/licenses', { token: me.token })).body.total).toBe(0)
      expect(await rowOf(server, foreign)).toMatchObject({ sessionUsed: 0 })
    })

    test('of a directory are not shown because of a seat in another directory', async () => {
      const { me, directoryId } = await member()
      const licenseId = await grant(server, { directoryId })
      const elsewhere = randomUUID()
      const { database } = server.store
      await database.insert(directories).values({ id: elsewhere, name: 'South Clinic' })
      await database.insert(directoryRoles).values({
        id: randomUUID(),
        directoryId: elsewhere,
        name: 'Seat',
        status: 'occupied',
        userId: me.userId,
        licenseId,
      })
      expect((await ask(server.url, 'GET /api/user/licenses', { token: me.token })).body.total).toBe(0)
    })

    test('the licences of the directory are shown with billing.manage only', async () => {
      const { me, directoryId, seat } = await member()
      const licenseId = await grant(server, { directoryId, sessionLimit: 7 })
      const list = `GET /api/user/directories/licenses/${directoryId}`
      const one = `GET /api/user/directories/licenses/get/${directoryId}/${licenseId}`
      for (const call of [list, one])
        expect(refusal(await ask(server.url, call, { token: me.token }))).toEqual([403, 'forbidden'])
      const stranger = await someone(server)
      for (const call of [list, one])
        expect(refusal(await ask(server.url, call, { token: stranger.token }))).toEqual([404, 'not_found'])
      await server.store.database
        .update(directoryRoles)
        .set({ permissions: ['billing.manage'] })
        .where(eq(directoryRoles.directoryId, directoryId))
      const shown = { licenseId, directoryId, active: true, credits: { session: { limit: 7, used: 0 } } }
      expect((await ask(server.url, list, { token: me.token })).body).toMatchObject({ total: 1, items: [shown] })
      expect((await ask(server.url, one, { token: me.token })).body).toMatchObject(shown)
      const foreign = await grant(server, { userId: stranger.userId })
      const wrong = `GET /api/user/directories/licenses/get/${directoryId}/${foreign}`
      expect(refusal(await ask(server.url, wrong, { token: me.token }))).toEqual([404, 'not_found'])
      // A member sees the licence of their own seat.
      const mine = async () => (await ask(server.url, 'GET /api/user/licenses', { token: me.token })).body.total
      expect(await mine()).toBe(0)
      await seat(licenseId)
      expect(await mine()).toBe(1)
      // A colleague in the same directory does not see this licence.
      const colleague = await memberOf(server, directoryId)
      expect((await ask(server.url, 'GET /api/user/licenses', { token: colleague.token })).body.total).toBe(0)
    })
  })
})

describe('one’s licences', () => {
  let server: TestServer
  let me: Someone
  let licenseId: string
  beforeAll(async () => {
    server = await startTestServer()
    me = await someone(server)
    licenseId = await grant(server, { userId: me.userId, sessionLimit: 2, documentLimit: 1 })
  })
  afterAll(() => server.close())
  const call = (route: string, token = me.token) => ask(server.url, route, { token })

  test('are listed and read by their owner, and by nobody else', async () => {
    const listed = await call('GET /api/user/licenses')
    expect(listed.body).toMatchObject({
      total: 1,
      items: [{ licenseId, userId: me.userId, product: 'standard', active: true }],
    })
    expect((await call(`GET /api/user/licenses/get/${licenseId}`)).body).toEqual(listed.body.items[0])
    const other = await someone(server)
    expect((await call('GET /api/user/licenses', other.token)).body.total).toBe(0)
    expect(refusal(await call(`GET /api/user/licenses/get/${licenseId}`, other.token))).toEqual([404, 'not_found'])
  })

  test('a credit can be used without a note, until none is left', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await call(`${method} /api/user/licenses/increment-usage/session`)
      expect([status, body.licenses[0].licenseId]).toEqual([200, licenseId])
    }
    expect(refusal(await call('POST /api/user/licenses/increment-usage/session'))).toEqual([402, 'no_credit'])
    expect(refusal(await call('POST /api/user/licenses/increment-usage/minute'))).toEqual([400, 'invalid_request'])
    const { body } = await call('GET /api/user/licenses/get-active')
    expect(body).toMatchObject({ limited: true, licenses: [{ credits: { session: { limit: 2, used: 2 } } }] })
  })

  test('a repeated use of a credit with one Idempotency-Key uses one credit', async () => {
    const person = await someone(server)
    const use = (key: string) =>
      ask(server.url, 'POST /api/user/licenses/increment-usage/session', {
        token: person.token,
        headers: { 'idempotency-key': key },
      })
    await grant(server, { userId: person.userId, sessionLimit: 1 })
    const [first, again] = [await use('a'), await use('a')]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(refusal(await use('b'))).toEqual([402, 'no_credit'])
  })

  test('synchronising counts the use again from its rows', async () => {
    await server.store.database
      .update(licenses)
      .set({ sessionUsed: 0, documentUsed: 1 })
      .where(eq(licenses.id, licenseId))
    for (const method of ['POST', 'GET']) {
      const { body } = await call(`${method} /api/user/licenses/sync`)
      expect(body.licenses[0].credits).toMatchObject({ session: { used: 2 }, document: { used: 0 } })
    }
  })

  test('the products and the key of Stripe can be read by anybody', async () => {
    const { body } = await ask(server.url, 'GET /api/products')
    expect(body.products.map(({ productId }: { productId: string }) => productId)).toContain('unlimited')
    expect((await ask(server.url, 'GET /api/stripe')).body).toEqual({ publishableKey: null })
  })
})

describe('two servers', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  const servers: TestServer[] = []
  beforeEach(async () => {
    database = await freshDatabase()
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
    await database.drop()
  })

  const credits = isExhaustive('races') ? 100 : 40
  test(`of ${2 * credits} notes that are requested at once with ${credits} credits, exactly ${credits} are written`, async () => {
    const shared = { url: database.url, key: randomBytes(32) }
    let isBroken = false
    const writing: Generate = (request) => (isBroken ? Promise.reject(new Error('broken')) : generate(request))
    // Allow more attempts than the notes of this test, so that only credits limit the notes.
    const deps = {
      generate: writing,
      writers: () => embeddedWriter,
      attempts: { ...attemptLimits, expensivePerPerson: 1_000 },
    }
    for (let index = 0; index < 2; index += 1) servers.push(await startTestServer({ shared, deps }))
    const [one, two] = servers as [TestServer, TestServer]
    // Four members share the licence of one directory. Each of them requests as many notes.
    const directoryId = randomUUID()
    await one.store.database.insert(directories).values({ id: directoryId, name: 'North Clinic' })
    const members = await Promise.all(Array.from({ length: 4 }, () => memberOf(one, directoryId)))
    const [me] = members as [Someone]
    const licenseId = await grant(one, { directoryId, sessionLimit: credits })
    const answers = await Promise.all(
      members.flatMap((member) =>
        Array.from({ length: credits / 2 }, (_, index) => createPatiently(index % 2 === 0 ? one : two, member)),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 201).length,
      statuses.filter((status) => status === 402).length,
    ]).toEqual([credits, credits])
    expect([await countOf(one, 'outputs'), await countOf(one, 'transcripts')]).toEqual([credits, credits])
    await expect
      .poll(
        async () =>
          Number(
            (await one.store.database.execute(`select count(*) as n from outputs where status = 'ready'`)).rows[0]?.n,
          ),
        {
          interval: 250,
        },
      )
      .toBe(credits)
    expect((await rowOf(one, licenseId)).sessionUsed).toBe(credits)
    const rows = await one.store.database.select().from(usage).where(eq(usage.licenseId, licenseId))
    expect(rows.map(({ status }) => status)).toEqual(Array<string>(credits).fill('used'))

    // Grant one further credit. A note that fails gives this credit back.
    await one.store.database
      .update(licenses)
      .set({ sessionLimit: credits + 1 })
      .where(eq(licenses.id, licenseId))
    isBroken = true
    expect((await createReport(two, me, 20)).body.status).toBe('failed')
    expect((await rowOf(one, licenseId)).sessionUsed).toBe(credits)
    isBroken = false
    expect((await createReport(one, me, 20)).body.status).toBe('ready')
    expect(refusal(await createReport(two, me))).toEqual([402, 'no_credit'])
  }, 180_000)

  test('a server that is stopped while it writes neither loses nor doubles a credit', async () => {
    const shared = { url: database.url, key: randomBytes(32) }
    const gate = gated()
    const one = await startTestServer({ shared, deps: { generate: gate.generate } })
    const me = await someone(one)
    const licenseId = await grant(one, { userId: me.userId, sessionLimit: 1 })
    const { body } = await createReport(one, me)
    await gate.started
    await one.close()
    const two = await startTestServer({ shared, deps: { generate: stating } })
    servers.push(two)
    const report = () => ask(two.url, `GET /api/user/reports/${body._id}`, { token: me.token })
    await expect.poll(async () => (await report()).body.status).toBe('ready')
    expect((await rowOf(two, licenseId)).sessionUsed).toBe(1)
    expect(await countOf(two, 'usage')).toBe(1)
  })
})
