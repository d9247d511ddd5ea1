import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/**
 * Makes the indexes for searching if they are missing, and returns true if they are there afterwards. They need the
 * extension pg_trgm. If it was not available when the database was migrated, it may be now. Call it under the lock of
 * the migrations.
 */
export async function ensureSearch(client: pg.ClientBase, migrationsFolder: string): Promise<boolean> {
  const areThere = async () => {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('outputs_search') is not null as there")
    return rows[0]?.there === true
  }
  if (await areThere()) return true
  const file = (await readdir(migrationsFolder)).find((name) => name.endsWith('_search.sql'))
  if (file === undefined) throw new Error('The migration `search` is missing.')
  await client.query(await readFile(`${migrationsFolder}/${file}`, 'utf8'))
  return areThere()
}
