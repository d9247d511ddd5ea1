import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directories, directoryRoles } from '../../server/store/schema/index.ts'
import { refusal, smallLayout } from './ask.ts'
import { as, newDirectory } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Number of statements that wait for another transaction. */
async function waiting(): Promise<number> {
  const { rows } = await server.store.database.execute(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]?.n)
}

test('a note that is created while its organisation is deleted is refused with a reason, and can be created again', async () => {
  const { directoryId, owner } = await newDirectory(server.url)
  const call = as(server.url, owner)
  const { body: layout } = await call('POST /api/user/layouts', smallLayout)
  const create = () =>
    call('POST /api/user/reports', { layoutId: layout._id, transcript: 'Speaker 1: I slept well.', patientId: 'P-1' })
  const during = await server.store.database.transaction(async (tx) => {
    await tx.delete(directoryRoles).where(eq(directoryRoles.directoryId, directoryId))
    await tx.delete(directories).where(eq(directories.id, directoryId))
    const answer = create()
    await expect.poll(waiting).toBeGreaterThan(0)
    return { answer }
  })
  const refused = await during.answer
  expect(refusal(refused)).toEqual([409, 'conflict'])
  expect(refused.body.message).toContain('deleted in the meantime')
  expect((await create()).status).toBe(201)
})

test('an organisation that owns things of a deleted person cannot be deleted, and another one can', async () => {
  const [owning, other] = [await newDirectory(server.url), await newDirectory(server.url)]
  await server.store.database.execute(
    `insert into transcripts (id, directory_id, title, language, status) values (gen_random_uuid(), '${owning.directoryId}', 'Visit', 'en', 'ready')`,
  )
  const remove = ({ directoryId, owner }: typeof owning) =>
    as(server.url, owner)(`DELETE /api/user/directories/${directoryId}`)
  expect(refusal(await remove(owning))).toEqual([409, 'conflict'])
  expect((await remove(other)).status).toBe(200)
})
