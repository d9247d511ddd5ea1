import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateDatabase } from '../../server/store/migrate.ts'
import { fillTables } from './filled-tables.ts'
import { freshDatabase } from './fresh-database.ts'
import { steps, withMigrations } from './migration-steps.ts'

/**
 * In ms: a person would notice a statement that waits longer than this, so a migration must not lock a table for so
 * long.
 */
const patienceMs = 5_000

/** Rows as JSON, by table. */
type TableRows = Record<string, Record<string, unknown>[]>

/** Returns all rows of the tables. With `like`, each row has only the columns that the rows of `like` have. */
async function rowsOf(client: pg.Pool, tables: readonly string[], like?: TableRows): Promise<TableRows> {
  const all: TableRows = {}
  for (const table of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from "${table}" t`)
    const known = new Set(Object.keys(like?.[table]?.[0] ?? rows[0]?.row ?? {}))
    all[table] = rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name))))
  }
  return all
}

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

const newest = steps.at(-1) ?? ''

interface Migrating {
  /** The name of a migration, after which the database is filled. */
  from: string
  /** Statements of one further migration. */
  added?: string
  /** Time limit for a statement of the earlier server. */
  statementMs?: number
}

/**
 * Migrates a filled database of the step `from` in the way of a new version, while a server of that step reads and
 * writes. The new version has all migrations, or, if `added` is given, one more than the earlier version. Throws if the server of the step cannot do its work, or if a row is lost or changed.
 */
async function migrateWhileServing({ from, added, statementMs = patienceMs }: Migrating): Promise<void> {
  const database = await freshDatabase({ empty: true })
  const pool = new pg.Pool({ connectionString: database.url, statement_timeout: statementMs })
  try {
    await withMigrations({ until: from }, (folder) => migrateDatabase(database.url, folder))
    const client = await pool.connect()
    const tables = await fillTables(client).finally(() => client.release())
    const old = await earlierServer(pool)
    const round = async () => {
      for (const work of Object.values(old)) await work()
    }
    await round()
    const before = await rowsOf(pool, tables)
    expect(tables.length).toBeGreaterThan(5)
    for (const table of tables) expect(before[table]?.length, table).toBeGreaterThan(0)

    let isMigrated = false
    const migrating = withMigrations({ until: added === undefined ? newest : from, added }, (folder) =>
      migrateDatabase(database.url, folder),
    ).finally(() => {
      isMigrated = true
    })
    let rounds = 0
    const serving = (async () => {
      while (!isMigrated) {
        await round()
        rounds += 1
      }
    })()
    // Both must have ended before the database is dropped.
    await Promise.allSettled([serving, migrating])
    await serving
    await migrating
    expect(rounds).toBeGreaterThan(0)
    await round()
    const after = await rowsOf(pool, tables, before)
    for (const table of tables) expect(after[table], table).toEqual(expect.arrayContaining(before[table] ?? []))
  } finally {
    await pool.end()
    await database.drop()
  }
}

/**
 * A migration with everything that a version may add: columns, values for them, an index, a table that refers to
 * another. It holds its locks for a second.
 */
const additions = `
  alter table transcripts add column place text not null default 'Room 1';
  alter table outputs add column place text;
  update outputs set place = title;
  create index outputs_place on outputs (place);
  create table places (id uuid primary key, transcript_id uuid not null references transcripts (id) on delete cascade);
  select pg_sleep(1)`

test.each<Migrating>([...steps.slice(0, -1).map((from) => ({ from })), { from: newest, added: additions }])(
  'a server of step $from goes on reading and writing while a newer one migrates, and no row is lost',
  migrateWhileServing,
)

test.each([
  ['takes a column away', 'alter table transcripts rename column title to name', 'title'],
  ['deletes rows', 'delete from banners', 'banners'],
  ['changes rows', "update outputs set title = ''", 'outputs'],
])('a migration that %s is found', async (_, added, reason) => {
  await expect(migrateWhileServing({ from: newest, added })).rejects.toThrow(reason)
})

test('a migration that locks a table for too long is found', async () => {
  const added = 'alter table outputs add column place text; select pg_sleep(2)'
  await expect(migrateWhileServing({ from: newest, added, statementMs: 500 })).rejects.toThrow('statement timeout')
})

test('a migration that waits for a long transaction gives way to other work, and two servers migrate one after the other', async () => {
  const database = await freshDatabase({ empty: true })
  const pool = new pg.Pool({ connectionString: database.url })
  try {
    await withMigrations({ until: newest }, (folder) => migrateDatabase(database.url, folder))
    const added = `alter table outputs add column place text;--> statement-breakpoint
      alter table outputs alter column place set default 'Room 1'`
    const long = await pool.connect()
    await long.query('begin; select count(*) from outputs')
    let isMigrated = false
    const migrating = withMigrations({ until: newest, added }, (folder) =>
      Promise.all([migrateDatabase(database.url, folder), migrateDatabase(database.url, folder)]),
    ).finally(() => {
      isMigrated = true
    })
    // Behind a waiting migration, every statement would wait. Here each one gets its turn while the transaction lasts.
    const isWaiting = async () =>
      (await pool.query('select 1 from pg_locks where not granted and relation is not null')).rowCount !== 0
    for (let rounds = 0; rounds < 2; rounds += 1) {
      await expect.poll(isWaiting, { interval: 20 }).toBe(true)
      await pool.query('select count(*) from outputs')
    }
    expect(isMigrated).toBe(false)
    await long.query('commit')
    long.release()
    await migrating
    const { rowCount } = await pool.query("select 1 from information_schema.columns where column_name = 'place'")
    expect(rowCount).toBe(1)
  } finally {
    await pool.end()
    await database.drop()
  }
})
