import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateDatabase } from '../../server/store/database.ts'
import { freshDatabase } from './fresh-database.ts'
import { migrateUntil, steps } from './migrate-until.ts'
import { fillTables } from './old-rows.ts'

/**
 * The first migration that this test covers. A server that was built for this migration, or for a later one, must go on
 * working while a newer server migrates the database. Earlier migrations were never released, and some of them have
 * renamed columns.
 */
const firstServed = '0013_webhooks'
const earlier = steps.slice(steps.indexOf(firstServed), -1)

/**
 * In ms: a person would notice a statement that waits longer than this, so a migration must not lock a table for so
 * long.
 */
const statementMs = 5_000

/**
 * Returns the present columns of a table. A server that was built for the migrations so far names exactly these columns
 * in its statements.
 */
async function columnsOf(client: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_identity = 'NO' order by ordinal_position`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/**
 * Returns functions that read and write as an earlier server does. They name the columns that the tables have at this
 * call, which is before the newer migrations run.
 */
async function earlierServer(pool: pg.Pool) {
  const tables = ['session_families', 'session_tokens', 'transcripts', 'transcript_turns', 'outputs'] as const
  const known = Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await columnsOf(pool, table)])),
  )
  const listed = (table: string, own: readonly string[] = known[table] ?? []) => own.map((name) => `"${name}"`).join()
  /** Inserts a copy of one row of the table, with these values in the changed columns. */
  const add = (table: string, changed: Record<string, unknown>) => {
    const own: string[] = known[table] ?? []
    const values = Object.keys(changed)
    const from = own.map((name) => (values.includes(name) ? `$${values.indexOf(name) + 1}` : `"${name}"`))
    return pool.query(
      `insert into "${table}" (${listed(table)}) select ${from.join()} from "${table}" limit 1`,
      Object.values(changed),
    )
  }
  return {
    async readReports() {
      const { rows } = await pool.query(`select ${listed('outputs')} from outputs order by created_at desc limit 20`)
      expect(rows.length).toBeGreaterThan(0)
    },
    async signIn() {
      const familyId = randomUUID()
      const hash = randomUUID()
      await add('session_families', { id: familyId })
      await add('session_tokens', { hash, family_id: familyId })
      const { rows } = await pool.query(
        `select ${listed('session_families')} from session_families where id = (select family_id from session_tokens where hash = $1)`,
        [hash],
      )
      expect(rows).toHaveLength(1)
    },
    async writeTranscript() {
      const id = randomUUID()
      await add('transcripts', { id, identifier: id })
      await add('transcript_turns', { transcript_id: id, position: 0 })
      const { rowCount } = await pool.query('update transcripts set title = $2, updated_at = now() where id = $1', [
        id,
        'Visit',
      ])
      expect(rowCount).toBe(1)
      const { rows } = await pool.query(
        `select ${listed('transcript_turns')} from transcript_turns where transcript_id = $1`,
        [id],
      )
      expect(rows).toHaveLength(1)
    },
  }
}

test.each(earlier)('a server of step %s goes on reading and writing while a newer one migrates', async (tag) => {
  const database = await freshDatabase({ empty: true })
  const client = new pg.Client({ connectionString: database.url })
  const pool = new pg.Pool({ connectionString: database.url, statement_timeout: statementMs })
  await client.connect()
  try {
    await migrateUntil(client, tag)
    await fillTables(client)
    const old = await earlierServer(pool)
    const round = async () => {
      for (const work of Object.values(old)) await work()
    }
    await round()
    let isMigrated = false
    const migrating = migrateDatabase(database.url).then(() => {
      isMigrated = true
    })
    let rounds = 0
    while (!isMigrated) {
      await round()
      rounds += 1
    }
    await migrating
    expect(rounds).toBeGreaterThan(0)
    await round()
  } finally {
    await pool.end()
    await client.end()
    await database.drop()
  }
})

test('a migration that takes a column away is found', async () => {
  const database = await freshDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  try {
    const client = await pool.connect()
    await fillTables(client).finally(() => client.release())
    const old = await earlierServer(pool)
    await old.writeTranscript()
    await pool.query('alter table transcripts rename column title to name')
    await expect(old.writeTranscript()).rejects.toThrow('title')
  } finally {
    await pool.end()
    await database.drop()
  }
})
