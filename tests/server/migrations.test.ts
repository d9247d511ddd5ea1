import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { migrateDatabase } from '../../server/store/database.ts'
import { freshDatabase } from './fresh-database.ts'
import { fillTables, type TableRows } from './old-rows.ts'

const folder = fileURLToPath(new URL('../../server/store/migrations', import.meta.url))
const journalText = await readFile(join(folder, 'meta/_journal.json'), 'utf8')
const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) }).parse(JSON.parse(journalText))
const steps = journal.entries.map(({ tag }) => tag)

/** Migrates an empty database as a server did whose newest migration is this one. */
async function migrateUntil(client: pg.Client, tag: string): Promise<void> {
  const earlier = await mkdtemp(join(tmpdir(), 'chartside-migrations-'))
  try {
    await cp(folder, earlier, { recursive: true })
    const entries = journal.entries.slice(0, steps.indexOf(tag) + 1)
    await writeFile(join(earlier, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    await migrate(drizzle(client), { migrationsFolder: earlier })
  } finally {
    await rm(earlier, { recursive: true, force: true })
  }
}

/** All rows, without the columns that the rows of `like` do not have. */
async function rowsOf(client: pg.Client, tables: readonly string[], like?: TableRows): Promise<TableRows> {
  const all: TableRows = {}
  for (const table of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${table}" as t order by to_jsonb(t) ->> 'id', to_jsonb(t)::text`,
    )
    const known = new Set(Object.keys(like?.[table]?.[0] ?? rows[0]?.row ?? {}))
    all[table] = rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name))))
  }
  return all
}

const sorted = (rows: TableRows) =>
  Object.fromEntries(
    Object.entries(rows).map(([table, list]) => [table, list.map((row) => JSON.stringify(row)).sort()]),
  )

test.each(steps)('a filled database of step %s loses nothing on the way to the newest one', async (tag) => {
  const database = await freshDatabase({ empty: true })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await migrateUntil(client, tag)
    const tables = await fillTables(client)
    const before = await rowsOf(client, tables)
    expect(tables.length).toBeGreaterThan(5)
    for (const table of tables) expect(before[table]?.length, table).toBeGreaterThan(0)
    await migrateDatabase(database.url)
    expect(sorted(await rowsOf(client, tables, before))).toEqual(sorted(before))
  } finally {
    await client.end()
    await database.drop()
  }
})
