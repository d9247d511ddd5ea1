import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** PostgreSQL's code for a database that still has connections. */
const inUse = '55006'

/**
 * Creates a migrated database without rows. If `empty` is true, it also has no tables. `drop` deletes the database,
 * even if it still has connections.
 */
export async function freshDatabase({ empty = false } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const templateUrl = inject('templateUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const ask = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: templateUrl.replace(/\/[^/]+$/, '/postgres') })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  // PostgreSQL can copy a template database only while no other connection uses the template. The advisory lock makes
  // the tests create their databases one after the other. The lock is released when `ask` closes its connection.
  await ask(
    'select pg_advisory_lock(1)',
    `create database ${name} template ${empty ? 'template0' : 'template_chartside'} strategy file_copy`,
  )
  return {
    url: templateUrl.replace(/\/[^/]+$/, `/${name}`),
    async drop() {
      try {
        // First try without `force`, because PostgreSQL then waits up to five seconds until all connections are closed.
        // A pool's `end` resolves before its connections are closed. If `force` cuts such a connection, the pool throws
        // an error outside of every test.
        await ask(`drop database if exists ${name}`)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== inUse) throw error
        await ask(`drop database if exists ${name} with (force)`)
      }
    },
  }
}
