import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** An empty, migrated database of one's own; `drop` ends whoever still uses it. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const templateUrl = inject('templateUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: templateUrl.replace(/\/[^/]+$/, '/postgres') })
    await client.connect()
    try {
      // Copies exclude one another: only one session at a time may read a template.
      await client.query('select pg_advisory_lock(1)')
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await ask(`create database ${name} template template_chartside`)
  return {
    url: templateUrl.replace(/\/[^/]+$/, `/${name}`),
    drop: () => ask(`drop database if exists ${name} with (force)`),
  }
}
