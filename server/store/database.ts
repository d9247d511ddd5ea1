import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as schema from './schema/index.ts'
import { ensureSearch } from './search.ts'

/** The database or a transaction. Queries accept both. */
export type Database = NodePgDatabase<typeof schema> | Transaction
// biome-ignore lint/suspicious/noExplicitAny: drizzle's own result and relation parameters
export type Transaction = PgTransaction<any, typeof schema, any>

/** The number of connections of a pool, and the time in ms after which PostgreSQL ends a statement. */
export interface PoolSettings {
  connections: number
  statementMs: number
}

/**
 * Two separate pools of database connections: one for live recordings, one for all other work. So the slow query of a
 * long list cannot delay a recording.
 */
export interface StorePools {
  ordinary: PoolSettings
  live: PoolSettings
}

const connectWithinMs = 5_000
/** Arbitrary id of the advisory lock that allows only one server at a time to migrate. */
const migrationLock = 7_204_418

/**
 * Opens a connection pool. `statementMs`: time limit for a statement; null leaves the limit to the settings of the
 * database. `onLost` is called when an idle connection breaks.
 */
export function connect(
  url: string,
  { connections, statementMs }: { connections: number; statementMs: number | null },
  onLost: (error: Error) => void,
) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectWithinMs,
    ...(statementMs === null ? {} : { statement_timeout: Math.max(1, Math.round(statementMs)) }),
  })
  pool.on('error', onLost)
  return { pool, database: drizzle(pool, { schema, casing: 'snake_case' }) }
}

/**
 * Runs work for which no caller waits, in a transaction without a time limit for statements. With a limit, a long
 * deletion would be rolled back and begun again for ever.
 */
export const withoutTimeLimit = <Result>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    return work(tx)
  })

/**
 * Migrates the schema. An advisory lock makes sure that only one of several starting servers migrates while the others
 * wait. The lock belongs to the connection, so `url` must not be the address of a pooler. `searchIndexed` is false if
 * the extension pg_trgm is not available; searching is then slow.
 */
export async function migrateDatabase(url: string): Promise<{ searchIndexed: boolean }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  // Without a listener, a connection that breaks between two statements would end this process.
  client.on('error', () => {})
  await client.connect()
  try {
    // Creating an index on a long table takes longer than the time limit that the database may have for this user.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
    return { searchIndexed: await ensureSearch(client, migrationsFolder) }
  } finally {
    // Closing the connection releases the lock.
    await client.end().catch(() => {})
  }
}
