import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fixedKeys, openStore } from '../../server/store/index.ts'
import { migrateDatabase } from '../../server/store/migrate.ts'
import { freshDatabase } from './fresh-database.ts'
import { firstMadeAt, steps, withMigrations } from './migration-steps.ts'

const open = (url: string) => openStore({ url, keys: fixedKeys(Buffer.alloc(32, 1)), log: pino({ level: 'silent' }) })

/** Opens a database whose newest migration is one of an unreleased version, made at this time in ms. */
async function openMigratedAt(madeAt: number): Promise<void> {
  const { url, drop } = await freshDatabase({ empty: true })
  try {
    await withMigrations({ until: steps[0] ?? '' }, (folder) => migrateDatabase(url, folder))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('update drizzle.__drizzle_migrations set created_at = $1', [madeAt])
    await client.end()
    const store = await open(url)
    await store.close()
  } finally {
    await drop()
  }
}

test('a database of an unreleased version is refused with what to do', async () => {
  await expect(openMigratedAt(firstMadeAt - 1)).rejects.toThrow(
    'The database was made by an unreleased version of Chartside, and this version cannot use it. ' +
      'Choose another data folder with --data, or an empty database with DATABASE_URL.',
  )
})

test('a database of the last unreleased version has the same tables, and opens', async () => {
  await openMigratedAt(firstMadeAt)
})
