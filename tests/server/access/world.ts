import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { directoryPermissions } from '../../../lib/contracts/index.ts'
import { beginSession, endFamily } from '../../../server/auth/sessions/index.ts'
import { systemClock } from '../../../server/clock.ts'
import { createUser, insertUser } from '../../../server/services/accounts.ts'
import {
  accessMembers,
  accessOrganizations,
  banners,
  billingCustomers,
  directories,
  directoryRoles,
  licenses,
  sessionFamilies,
  sessionTokens,
  subscriptions,
  users,
  webhookDeliveries,
} from '../../../server/store/schema/index.ts'
import type { FakeStripe } from '../../fakes/stripe-server.ts'
import { ask, password, smallLayout } from '../ask.ts'
import type { TestServer } from '../start-server.ts'

/** A signed-in person of the world. */
export interface Somebody {
  id: string
  email: string
  token: string
  familyId: string
}

/**
 * Ids and names of the owner's rows. The properties are named as in the API, so `reportId` is the id of a row of the
 * table `outputs`. The texts that only the owner may read contain `canary`.
 */
export interface Owned {
  owner: Somebody
  directoryId: string
  canary: string
  layoutId: string
  transcriptId: string
  reportId: string
  /** Version of the report. */
  version: number
  /** A free seat of the directory. */
  roleId: string
  /** A licence of the directory. */
  licenseId: string
  /** A subscription of the directory. */
  subscriptionId: string
  /** A licence of the owner. */
  ownLicenseId: string
  bannerId: string
  /** A developer organisation that also belongs to the owner. It has a key, a customer, a user and a template. */
  accessId: string
  keyId: string
  /** A disabled webhook of the developer organisation, so that nothing is sent, and a delivery that has failed. */
  webhookId: string
  deliveryId: string
  customerIdentifier: string
  userIdentifier: string
  templateIdentifier: string
  /** A user that an administrator may change and delete. */
  userId: string
  /** Another session of the owner. */
  sessionId: string
  /** Id of a recording of which the server has stored nothing. */
  recordingId: string
}

/** The people of the tests, in two directories or in none, and two tokens that are not valid. */
export interface World {
  server: TestServer
  stripe: FakeStripe
  directoryId: string
  otherDirectoryId: string
  /** Holds every permission in the first directory. */
  owner: Somebody
  /** Holds every permission too. Without a second member who manages the directory, the owner could not leave it. */
  colleague: Somebody
  /** Has a seat without permissions in the first directory. */
  member: Somebody
  /** Had a seat in the first directory. */
  formerMember: Somebody
  /** Holds every permission in the other directory. */
  stranger: Somebody
  /** Has no directory. */
  outsider: Somebody
  /** An administrator of the product. */
  administrator: Somebody
  expiredToken: string
  revokedToken: string
}

const deps = ({ store }: TestServer) => ({ database: store.database, clock: systemClock })

async function somebody(server: TestServer, name: string, admin = false): Promise<Somebody> {
  const email = `${name}-${randomUUID()}@clinic.example`
  const id = await createUser(deps(server), { email, password, admin })
  if (id === null) throw new Error('The email is taken.')
  return { id, email, ...(await signIn(server, id)) }
}

/** Creates a person who never signs in. Returns the person's id. */
async function nobody(server: TestServer): Promise<string> {
  const email = `user-${randomUUID()}@clinic.example`
  const id = await insertUser(deps(server), { email, passwordHash: null, admin: false })
  if (id === null) throw new Error('The email is taken.')
  return id
}

/** Begins a session of this person. It acts in the directory of the person's oldest seat. */
async function signIn(server: TestServer, userId: string): Promise<{ token: string; familyId: string }> {
  const [user] = await server.store.database.select().from(users).where(eq(users.id, userId))
  const { accessToken } = await beginSession(
    server.store.database,
    { userId, method: null, device: 'Test', sessionEndings: user?.sessionEndings ?? 0 },
    systemClock,
  )
  const [newest] = await server.store.database
    .select({ id: sessionFamilies.id })
    .from(sessionFamilies)
    .where(eq(sessionFamilies.userId, userId))
    .orderBy(sql`${sessionFamilies.createdAt} desc`)
    .limit(1)
  return { token: accessToken, familyId: newest?.id ?? '' }
}

/** Creates a seat with these permissions for a person. If `userId` is null, the seat is free. Returns the seat's id. */
export async function seat(
  { store }: TestServer,
  directoryId: string,
  userId: string | null,
  permissions: readonly (typeof directoryPermissions)[number][],
): Promise<string> {
  const id = randomUUID()
  const status = userId === null ? ('open' as const) : ('occupied' as const)
  await store.database
    .insert(directoryRoles)
    .values({ id, directoryId, name: 'Clinician', permissions: [...permissions], status, userId })
  return id
}

export async function makeWorld(server: TestServer, stripe: FakeStripe): Promise<World> {
  const { database } = server.store
  const [directoryId, otherDirectoryId] = [randomUUID(), randomUUID()]
  await database.insert(directories).values([
    { id: directoryId, name: 'First clinic' },
    { id: otherDirectoryId, name: 'Other clinic' },
  ])
  const seated = async (name: string, where: string, permissions: readonly (typeof directoryPermissions)[number][]) => {
    const made = await somebody(server, name)
    const roleId = await seat(server, where, made.id, permissions)
    return { ...made, ...(await signIn(server, made.id)), roleId }
  }
  const owner = await seated('owner', directoryId, directoryPermissions)
  const colleague = await seated('colleague', directoryId, directoryPermissions)
  const member = await seated('member', directoryId, [])
  const formerMember = await seated('former', directoryId, directoryPermissions)
  await database.delete(directoryRoles).where(eq(directoryRoles.id, formerMember.roleId))
  const stranger = await seated('stranger', otherDirectoryId, directoryPermissions)
  const outsider = await somebody(server, 'outsider')
  const administrator = await somebody(server, 'administrator', true)

  const expired = await signIn(server, owner.id)
  await database
    .update(sessionTokens)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessionTokens.familyId, expired.familyId))
  const revoked = await signIn(server, owner.id)
  await endFamily(database, revoked.familyId, 'signed out', systemClock)
  return {
    server,
    stripe,
    directoryId,
    otherDirectoryId,
    owner,
    colleague,
    member,
    formerMember,
    stranger,
    outsider,
    administrator,
    expiredToken: expired.token,
    revokedToken: revoked.token,
  }
}

/**
 * Creates rows of every kind that belong to the owner, and a new directory. In this directory, the owner and a
 * colleague hold every permission, and the member holds none.
 */
export async function makeOwned({ server, stripe, owner, member, colleague }: World): Promise<Owned> {
  const directoryId = randomUUID()
  await server.store.database.insert(directories).values({ id: directoryId, name: 'Clinic of one call' })
  await seat(server, directoryId, owner.id, directoryPermissions)
  await seat(server, directoryId, colleague.id, directoryPermissions)
  await seat(server, directoryId, member.id, [])
  const canary = `canary-${randomUUID()}`
  const call = async (name: string, body: object) => {
    const answer = await ask(server.url, name, { token: owner.token, body })
    if (answer.status !== 201) throw new Error(`${name} answered ${answer.status}: ${answer.body?.message}`)
    return answer.body
  }
  const layout = await call('POST /api/user/layouts', { ...smallLayout, name: canary })
  const transcript = await call('POST /api/user/transcripts/submit/text', {
    text: `Speaker 1: I slept well, ${canary}.`,
    title: canary,
  })
  const asked = { layoutId: layout._id, transcriptId: transcript.id, patientId: canary, title: canary }
  const report = await call('POST /api/user/reports?wait=30', asked)
  const [licenseId, ownLicenseId] = [randomUUID(), randomUUID()]
  await server.store.database.insert(licenses).values([
    { id: licenseId, directoryId, product: canary },
    { id: ownLicenseId, userId: owner.id, product: canary },
  ])
  const subscriptionId = randomUUID()
  const customer = { id: `cus_${directoryId}`, name: canary, metadata: {} }
  stripe.account.customers.set(customer.id, customer)
  await server.store.database.insert(billingCustomers).values({ directoryId, stripeId: customer.id })
  await server.store.database
    .insert(subscriptions)
    .values({ id: subscriptionId, stripeId: `sub_${subscriptionId}`, directoryId, state: 'active', status: 'settled' })
  const accessId = randomUUID()
  await server.store.database.insert(accessOrganizations).values({ id: accessId, name: canary })
  await server.store.database
    .insert(accessMembers)
    .values({ id: randomUUID(), accessId, userId: owner.id, permission: 'owner' })
  const { keyId } = await call(`POST /api/user/access/keys/add/${accessId}`, { name: canary })
  const hook = { url: `https://hooks.invalid/${canary}`, events: ['output.ready'], enabled: false }
  const { webhookId } = await call(`POST /api/user/access/webhooks/add/${accessId}`, hook)
  const deliveryId = randomUUID()
  await server.store.database.insert(webhookDeliveries).values({
    id: deliveryId,
    webhookId,
    accessId,
    event: 'webhook.test',
    test: false,
    payload: Buffer.alloc(0),
    status: 'failed',
    since: new Date(),
  })
  const [customerIdentifier, userIdentifier, templateIdentifier] = [`c-${canary}`, `u-${canary}`, `t-${canary}`]
  await call(`POST /api/user/customers/${accessId}`, { identifier: customerIdentifier })
  await call(`POST /api/user/users/${accessId}/${customerIdentifier}`, { identifier: userIdentifier })
  await call(`POST /api/user/templates/${accessId}`, { ...smallLayout, customerIdentifier, templateIdentifier })
  const bannerId = randomUUID()
  await server.store.database.insert(banners).values({ id: bannerId, text: 'Maintenance tonight', level: 'info' })
  return {
    owner,
    directoryId,
    canary,
    layoutId: layout._id,
    transcriptId: transcript.id,
    reportId: report._id,
    version: report.version,
    roleId: await seat(server, directoryId, null, []),
    licenseId,
    ownLicenseId,
    subscriptionId,
    bannerId,
    accessId,
    keyId,
    webhookId,
    deliveryId,
    customerIdentifier,
    userIdentifier,
    templateIdentifier,
    userId: await nobody(server),
    sessionId: (await signIn(server, owner.id)).familyId,
    recordingId: randomUUID(),
  }
}

/**
 * Signs a person in again, because a tested call may have ended the session of the person. Otherwise the next test
 * would fail.
 */
export async function renew(server: TestServer, person: Somebody): Promise<void> {
  Object.assign(person, await signIn(server, person.id))
}

/**
 * Creates the database function of `statesOf`. Its query reads all tables at once. As a function, it is planned once for
 * each connection: planning takes longer than reading.
 */
async function createStates({ store }: TestServer): Promise<void> {
  await store.database.execute(sql`do $do$ begin execute (
    select 'create function states(mentioned text[]) returns table (name text, state text) as $f$ begin return query '
      || string_agg(
        format(
          $$select %1$L, count(*) || ' ' || coalesce(%2$s, '') from %1$I t
            where mentioned is null or t::text like any (mentioned)$$,
          table_name,
          case table_name
            when 'messages' then $$md5(string_agg(t.id::text, '' order by t.id))$$
            else 'sum(t.xmin::text::bigint)::text'
          end),
        ' union all ')
      || '; end $f$ language plpgsql'
    from information_schema.tables where table_schema = 'public' and table_name <> 'attempts'
  ); end $do$`)
}

/** The servers in whose databases the function exists. */
const withFunction = new WeakMap<TestServer, Promise<void>>()

/**
 * Returns the state of each table. Two states are equal only if nobody has written a row between them: the state has
 * the number of rows and the sum of the transactions that wrote them, and a later transaction has a higher number.
 *
 * Counters of attempts are left out, because every refused call may increase them. The state of the table `messages`
 * has only the ids, because a job may change a row meanwhile by sending an earlier message. With `mentioned`, covers
 * only the rows that contain one of these texts.
 */
export async function statesOf(server: TestServer, ...mentioned: string[]): Promise<Record<string, string>> {
  const created = withFunction.get(server) ?? createStates(server)
  withFunction.set(server, created)
  await created
  const patterns = mentioned.length === 0 ? null : sql.param(mentioned.map((text) => `%${text}%`))
  const { rows } = await server.store.database.execute<{ name: string; state: string }>(
    sql`select * from states(${patterns}::text[])`,
  )
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
