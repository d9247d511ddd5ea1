import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateDatabase } from '../../server/store/database.ts'
import { freshDatabase } from './fresh-database.ts'
import { migrateUntil, steps } from './migrate-until.ts'
import { fillTables, type TableRows } from './old-rows.ts'

/** Returns all rows of the tables. With `like`, each row has only the columns that the rows of `like` have. */
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
