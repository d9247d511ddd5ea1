import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Creates a migrated database without rows. If `empty` is true, it also has no tables. `drop` deletes the database,
 * even if it still has connections.
 */
export async function freshDatabase({ empty = false } = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const templateUrl = inject('templateUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: templateUrl.replace(/\/[^/]+$/, '/postgres') })
    await client.connect()
    try {
      // PostgreSQL can copy a template database only while no other connection uses it, so the copies take a lock.
      await client.query('select pg_advisory_lock(1)')
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await ask(`create database ${name} template ${empty ? 'template0' : 'template_chartside'}`)
  return {
    url: templateUrl.replace(/\/[^/]+$/, `/${name}`),
    drop: () => ask(`drop database if exists ${name} with (force)`),
  }
}
