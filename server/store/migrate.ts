import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { isLockRefused } from '../problem.ts'
import { connectWithinMs } from './database.ts'
import { ensureSearch } from './search.ts'

type Session = Parameters<PgDialect['migrate']>[1]

/** Arbitrary id of the advisory lock that allows only one server at a time to migrate. */
const migrationLock = 7_204_418
const lockLookMs = 200
/**
 * A statement that waits for the lock of a table makes all later statements on this table wait behind it. So a migration
 * that does not get a lock gives way, and is tried again.
 */
const lockWithinMs = 2_000
const lockPauseMs = 1_000
const lockTriesMax = 200
export const ownMigrations = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Migrates the schema. An advisory lock makes sure that only one of several starting servers migrates while the others
 * wait. The lock belongs to the connection, so `url` must not be the address of a pooler. `searchIndexed` is false if
 * the extension pg_trgm is not available; searching is then slow. Throws a ConfigError if the database was made by an
 * unreleased version.
 */
export async function migrateDatabase(
  url: string,
  migrationsFolder = ownMigrations,
): Promise<{ searchIndexed: boolean }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  // Without a listener, a connection that breaks between two statements would end this process.
  client.on('error', () => {})
  await client.connect()
  try {
    // Creating an index on a long table takes longer than the time limit that the database may have for this user.
    await client.query('set statement_timeout = 0')
    await takeLock(client)
    await refuseUnreleased(client, migrationsFolder)
    // The types of drizzle differ in the relations of a schema, which a migration does not use.
    const session = drizzle(client, { casing: 'snake_case' })._.session as unknown as Session
    const dialect = new PgDialect({ casing: 'snake_case' })
    // One transaction for each migration. If one transaction held the locks of several, a server that still serves could
    // wait for one table while the next migration waits for another one that this server holds.
    for (const migration of readMigrationFiles({ migrationsFolder })) {
      if (migration.sql.some((statement) => /\bconcurrently\b/i.test(statement))) await runAlone(client, migration)
      else await givingWay(client, () => dialect.migrate([migration], session, { migrationsFolder }))
    }
    return { searchIndexed: await ensureSearch(client) }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Looks again and again instead of waiting in a statement, because an index that is made concurrently waits for all statements. */
async function takeLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
    if (rows[0]?.taken === true) return
    await setTimeout(lockLookMs)
  }
}

async function givingWay(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query(`set lock_timeout = ${lockWithinMs}`)
  for (let tries = 1; ; tries += 1) {
    try {
      await work()
      break
    } catch (error) {
      if (!isLockRefused(error) || tries === lockTriesMax) throw error
      await setTimeout(lockPauseMs)
    }
  }
  await client.query('set lock_timeout = 0')
}

/**
 * Runs a migration outside a transaction, as statements with CONCURRENTLY need it. If it breaks off, all of it runs
 * again, so each of its statements must permit that.
 */
async function runAlone(client: pg.ClientBase, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  const { rowCount } = await client.query('select 1 from drizzle.__drizzle_migrations where created_at >= $1', [
    folderMillis,
  ])
  if (rowCount !== 0) return
  for (const statement of sql) await client.query(statement)
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ])
}

/**
 * Throws a ConfigError if an unreleased version of the server made the tables of the database. Such a version made them
 * in steps that are no longer known. Only the last of these steps, with the time of the present first migration, made
 * the same tables as this migration.
 */
async function refuseUnreleased(client: pg.ClientBase, migrationsFolder: string): Promise<void> {
  const migrations = "to_regclass('drizzle.__drizzle_migrations')"
  const { rows: tables } = await client.query<{ there: boolean }>(`select ${migrations} is not null as there`)
  if (tables[0]?.there !== true) return
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  )
  const newest = rows[0]?.newest ?? null
  const first = readMigrationFiles({ migrationsFolder })[0]?.folderMillis ?? 0
  if (newest === null || Number(newest) >= first) return
  throw new ConfigError(
    'The database was made by an unreleased version of Chartside, and this version cannot use it. ' +
      'Choose another data folder with --data, or an empty database with DATABASE_URL.',
  )
}
