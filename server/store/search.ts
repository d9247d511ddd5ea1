import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/**
 * Creates the indexes for searching if they are missing. Returns true if the indexes exist afterwards. The indexes need
 * the extension pg_trgm, which may have become available after the database was migrated. Call it while the lock of the
 * migrations is held.
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
