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

/** The size of a pool, and after how many milliseconds PostgreSQL ends a statement. */
export interface PoolSettings {
  connections: number
  statementMs: number
}

/** The pool of live recordings, and that of everything else. A slow list must not delay a recording. */
export interface StorePools {
  ordinary: PoolSettings
  live: PoolSettings
}

const connectWithinMs = 5_000
/** Arbitrary id of the advisory lock, which allows only one server at a time to migrate. */
const migrationLock = 7_204_418

/**
 * Opens a connection pool. `statementMs: null` leaves the time limit of statements to the database. `onLost` is called
 * when an idle connection breaks.
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
 * Runs work of the server itself, which nobody waits for, in a transaction whose statements may take any time. Otherwise
 * a deletion that once takes longer than the limit would be undone and begun again for ever.
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
 * wait. The lock belongs to the connection, so `url` must not be that of a pooler. `searchIndexed` is false if the extension pg_trgm is not available, so that searching is slow.
 */
export async function migrateDatabase(url: string): Promise<{ searchIndexed: boolean }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs })
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // An index on a long table takes longer than the limit that the database may have for this user.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
    return { searchIndexed: await ensureSearch(client, migrationsFolder) }
  } finally {
    // The lock ends with the connection.
    await client.end().catch(() => {})
  }
}
