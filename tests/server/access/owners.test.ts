import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeableBy, type Owner, ownedBy, userOwner } from '../../../server/authority/index.ts'
import { accessOrganizations, customers, customerUsers, transcripts } from '../../../server/store/schema/index.ts'
import { newUser } from '../directory.ts'
import { startTestServer, type TestServer } from '../start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ofCustomer = (customerId: string, customerUserId: string | null = null): Owner => ({
  userId: null,
  directoryId: null,
  customerId,
  customerUserId,
})

/** Stores a customer, of a developer organisation of its own, with these users. Returns their ids. */
async function newCustomer(...users: string[]): Promise<string[]> {
  const [accessId, customerId] = [randomUUID(), randomUUID()]
  const { database } = server.store
  await database.insert(accessOrganizations).values({ id: accessId, name: 'Partner' })
  await database.insert(customers).values({ id: customerId, accessId, identifier: 'clinic' })
  const rows = users.map((identifier) => ({ id: randomUUID(), customerId, identifier }))
  if (rows.length > 0) await database.insert(customerUsers).values(rows)
  return [customerId, ...rows.map(({ id }) => id)]
}

/** Stores a transcript of this owner and returns its id. */
async function stored(owner: Owner): Promise<string> {
  const id = randomUUID()
  await server.store.database
    .insert(transcripts)
    .values({ id, ...owner, title: 'Visit', language: 'en', status: 'ready' })
  return id
}

test('the rows of a customer are seen by this customer only, and those of a customer user by this one only', async () => {
  const [person, other] = [await newUser(server.url), await newUser(server.url)]
  const [customer = '', nurse = ''] = await newCustomer('nurse')
  const [otherCustomer = '', nurseElsewhere = '', doctor = ''] = await newCustomer('nurse', 'doctor')
  const owners = {
    person: userOwner(person.userId),
    customer: ofCustomer(customer),
    nurse: ofCustomer(customer, nurse),
    nurseElsewhere: ofCustomer(otherCustomer, nurseElsewhere),
  }
  const names = new Map<string, string>()
  for (const [name, owner] of Object.entries(owners)) names.set(await stored(owner), name)
  const seenBy = async (owner: Owner) => {
    const rows = await server.store.database.select().from(transcripts).where(ownedBy(transcripts, owner))
    return rows.map(({ id }) => names.get(id)).sort()
  }
  expect(await seenBy(owners.person)).toEqual(['person'])
  expect(await seenBy(userOwner(other.userId))).toEqual([])
  expect(await seenBy(owners.customer)).toEqual(['customer', 'nurse'])
  expect(await seenBy(owners.nurse)).toEqual(['nurse'])
  expect(await seenBy(owners.nurseElsewhere)).toEqual(['nurseElsewhere'])
  expect(await seenBy(ofCustomer(otherCustomer, doctor))).toEqual([])
})

test('a customer without a user may change only the rows of no user', async () => {
  const [customer = '', nurse = ''] = await newCustomer('nurse')
  const [own, theirs] = [await stored(ofCustomer(customer)), await stored(ofCustomer(customer, nurse))]
  const changeable = async (owner: Owner) => {
    const rows = await server.store.database.select().from(transcripts).where(changeableBy(transcripts, owner))
    return rows.map(({ id }) => id)
  }
  expect(await changeable(ofCustomer(customer))).toEqual([own])
  expect(await changeable(ofCustomer(customer, nurse))).toEqual([theirs])
})

test('no row can belong to a person and to a customer', async () => {
  const { userId } = await newUser(server.url)
  const [customer = ''] = await newCustomer()
  const both = { ...ofCustomer(customer), userId } as unknown as Owner
  for (const table of ['transcripts', 'outputs', 'layouts']) {
    const { rows } = await server.store.database.execute(
      `select 1 from pg_constraint where conrelid = '${table}'::regclass and conname = '${table}_one_owner'`,
    )
    expect([table, rows.length]).toEqual([table, 1])
  }
  await expect(stored(both)).rejects.toThrow()
})
