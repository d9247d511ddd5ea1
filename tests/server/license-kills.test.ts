import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginSession } from '../../server/auth/sessions/index.ts'
import { systemClock } from '../../server/clock.ts'
import { insertUser } from '../../server/services/accounts.ts'
import { directories, directoryRoles, licenses, outputs, usage } from '../../server/store/schema/index.ts'
import { textFields } from '../bench/generation/note-server.ts'
import { isExhaustive } from '../exhaustive.ts'
import { notedTurns } from '../fakes/note-model.ts'
import { type Answer, type Asking, ask } from './ask.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

/**
 * `people` ask for notes. One person may start only 120 notes in a minute. A call that the killed server has not
 * answered is repeated, and the repetition counts against this limit, too.
 */
const { notes, credits, people } = isExhaustive('several servers')
  ? { notes: 1_000, credits: 500, people: 200 }
  : { notes: 200, credits: 80, people: 40 }

let servers: TwoServers
beforeEach(async () => {
  servers = await startTwoServers()
})
afterEach(() => servers.close())

/** A person who acts in the directory, with a request for a note. */
async function member(directoryId: string) {
  const deps = { database: servers.surviving.store.database, clock: systemClock }
  const email = `person-${randomUUID()}@clinic.example`
  const userId = await insertUser(deps, { email, passwordHash: null, admin: false })
  if (userId === null) throw new Error('The email is taken.')
  await deps.database
    .insert(directoryRoles)
    .values({ id: randomUUID(), directoryId, name: 'Seat', status: 'occupied', userId })
  const { accessToken: token } = await beginSession(
    deps.database,
    { userId, method: null, device: 'Test', sessionEndings: 0, directoryId },
    systemClock,
  )
  const layout = await ask(servers.surviving.url, 'POST /api/user/layouts', { token, body: textFields('Note', 1) })
  return { token, body: { layoutId: layout.body._id, transcript: notedTurns.join('\n'), patientId: 'P-1' } }
}

test(`of ${notes} notes that are asked for at once with ${credits} credits, exactly ${credits} are written, although one of two servers is killed`, async () => {
  const { database: store } = servers.surviving.store
  const directoryId = randomUUID()
  const licenseId = randomUUID()
  await store.insert(directories).values({ id: directoryId, name: 'North Clinic' })
  await store.insert(licenses).values({ id: licenseId, directoryId, product: 'standard', sessionLimit: credits })
  const members = await Promise.all(Array.from({ length: people }, () => member(directoryId)))

  let created = 0
  let death: Promise<unknown> | null = null
  const answers: Answer[] = []
  let asked = 0
  const askForNote = async (url: string, asking: Asking) => {
    const keyed = { ...asking, headers: { 'idempotency-key': randomUUID() } }
    const answer = await servers.untilAnswered(url, 'POST /api/user/reports', keyed)
    answers.push(answer)
    if (answer.status === 201) created += 1
    // Kill one server when a quarter of the credits is used. At that time, both servers are writing notes.
    if (created === credits / 4) death ??= servers.killed.kill('SIGKILL')
  }
  await servers.drive(notes, (url) => {
    const asking = members[asked % people]
    return asking === undefined || asked++ >= notes ? null : askForNote(url, asking)
  })
  await death
  expect(servers.killed.child.signalCode).toBe('SIGKILL')
  const statuses = Map.groupBy(answers, ({ status }) => status)
  expect([...statuses].map(([status, { length }]) => [status, length]).sort()).toEqual([
    [201, credits],
    [402, notes - credits],
  ])

  const ends = async () => {
    const rows = await store.select({ status: outputs.status }).from(outputs)
    return Object.fromEntries([...Map.groupBy(rows, ({ status }) => status)].map(([end, { length }]) => [end, length]))
  }
  await expect.poll(ends).toEqual({ ready: credits })
  const ids = (statuses.get(201) ?? []).map(({ body }) => body._id).sort()
  expect((await store.select({ id: outputs.id }).from(outputs)).map(({ id }) => id).sort()).toEqual(ids)
  const used = await store.select().from(usage)
  expect(used.map(({ outputId }) => outputId).sort()).toEqual(ids)
  expect(new Set(used.map((row) => `${row.status} ${row.licenseId}`))).toEqual(new Set([`used ${licenseId}`]))
  const [license] = await store.select().from(licenses).where(eq(licenses.id, licenseId))
  expect(license?.sessionUsed).toBe(credits)
}, 300_000)
