import { fileURLToPath } from 'node:url'
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

const connections = 20
const connectWithinMs = 5_000
/** Arbitrary id of the advisory lock, which allows only one server at a time to migrate. */
const migrationLock = 7_204_418

/** Opens a connection pool. `onLost` is called when an idle connection breaks. */
export function connect(url: string, onLost: (error: Error) => void) {
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: connectWithinMs })
  pool.on('error', onLost)
  return { pool, database: drizzle(pool, { schema, casing: 'snake_case' }) }
}

/**
 * Migrates the schema. An advisory lock makes sure that only one of several starting servers migrates while the others
 * wait. `searchIndexed` is false if the extension pg_trgm is not available, so that searching is slow.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<{ searchIndexed: boolean }> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
    return { searchIndexed: await ensureSearch(client, migrationsFolder) }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release()
  }
}
