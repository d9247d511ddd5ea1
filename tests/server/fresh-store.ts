import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { fixedKeys, openStore, type Store } from '../../server/store/index.ts'
import { freshDatabase } from './fresh-database.ts'

/** Opens a store on a fresh database, for tests without a server. `close` also drops the database. */
export async function freshStore(
  key = randomBytes(32),
): Promise<{ store: Store; url: string; close(): Promise<void> }> {
  const { url, drop } = await freshDatabase()
  const store = await openStore({ url, keys: fixedKeys(key), log: pino({ level: 'silent' }) })
  return {
    store,
    url,
    async close() {
      await store.close()
      await drop()
    },
  }
}
