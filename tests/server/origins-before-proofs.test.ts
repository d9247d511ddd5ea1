import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../../server/store/migrate.ts'
import { accessOrigins } from '../../server/store/schema/index.ts'
import { asking } from './administrator.ts'
import { ask } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { withMigrations } from './migration-steps.ts'
import { fakeProofs, good, newPartner, type Partner } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const proofs = fakeProofs()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ deps: proofs.deps })
})
afterAll(() => server.close())

const monthMs = 30 * 24 * 60 * 60_000

test('the migration trusts an origin for 30 days if one organisation alone lists it, and keeps its words', async () => {
  const database = await freshDatabase({ empty: true })
  const pool = new pg.Pool({ connectionString: database.url })
  try {
    await withMigrations({ until: '0000_first' }, (folder) => migrateDatabase(database.url, folder))
    for (const [name, origins] of [
      ['Alone', ['https://alone.example', 'https://shared.example']],
      ['Other', ['https://shared.example']],
      ['None', []],
    ] as const)
      await pool.query('insert into access_organizations (id, name, origins) values ($1, $2, $3)', [
        randomUUID(),
        name,
        JSON.stringify(origins),
      ])
    const before = Date.now()
    await withMigrations({ until: '0001_origins' }, (folder) => migrateDatabase(database.url, folder))
    const { rows } = await pool.query<{ name: string; origin: string; until: Date | null; words: boolean }>(
      `select name, origin, trusted_until as until, words from access_origins
       join access_organizations on id = access_id order by origin, name`,
    )
    expect(rows.map(({ name, origin, until, words }) => [name, origin, until !== null, words])).toEqual([
      ['Alone', 'https://alone.example', true, true],
      ['Alone', 'https://shared.example', false, true],
      ['Other', 'https://shared.example', false, true],
    ])
    const trustedMs = (rows[0]?.until?.getTime() ?? 0) - before
    expect(Math.abs(trustedMs - monthMs)).toBeLessThan(2 * 60 * 60_000)
  } finally {
    await pool.end()
    await database.drop()
  }
})

const origin = 'https://before.example'
const list = async ({ accessId, owner }: Partner) =>
  good(await asking(server, owner)(`POST /api/user/access/update/${accessId}`, { origins: [origin] }))
const embedding = async ({ accessId }: Partner) =>
  good(await ask(server.url, `GET /api/access/embedding/${accessId}?origin=${encodeURIComponent(origin)}`))

test('a trusted origin works until its day, or until another organisation has proven it', async () => {
  const [clinic, other] = [await newPartner(server), await newPartner(server)]
  await list(clinic)
  const trust = (trustedUntil: Date) => {
    const values = { accessId: clinic.accessId, origin, trustedUntil, words: true }
    return server.store.database
      .insert(accessOrigins)
      .values(values)
      .onConflictDoUpdate({ target: [accessOrigins.accessId, accessOrigins.origin], set: values })
  }
  await trust(new Date(Date.now() - 1))
  expect(await embedding(clinic)).toEqual({ listed: false, words: false })
  await trust(new Date(Date.now() + monthMs))
  expect(await embedding(clinic)).toEqual({ listed: true, words: true })
  await list(other)
  expect(await embedding(clinic)).toEqual({ listed: true, words: true })
  await proofs.prove(server, other, origin)
  expect(await embedding(clinic)).toEqual({ listed: false, words: false })
  expect(await embedding(other)).toEqual({ listed: true, words: false })
})
