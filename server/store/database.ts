import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'
import * as schema from './schema/index.ts'

export type Database = NodePgDatabase<typeof schema> | Transaction
// biome-ignore lint/suspicious/noExplicitAny: drizzle's own result and relation parameters
export type Transaction = PgTransaction<any, typeof schema, any>

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

export const connectWithinMs = 5_000

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

export const withoutTimeLimit = <Result>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    return work(tx)
  })
