import { eq } from 'drizzle-orm'
import { ConfigError } from '../config.ts'
import type { Database } from './database.ts'
import type { Encryption } from './encryption.ts'
import { places } from './places.ts'
import { keyCheck } from './schema/index.ts'

const id = 'data'

const seal = (encryption: Encryption) => encryption.seal(places.keyCheck(id), 'chartside')

/**
 * Stores a known value on first use, and decrypts this value at every start. Throws a ConfigError if the keys do not
 * match. Otherwise the server would store values with a wrong key beside values with the right key, and no server could
 * read both.
 */
export async function checkKey(database: Database, encryption: Encryption): Promise<void> {
  await database
    .insert(keyCheck)
    .values({ id, sealed: seal(encryption) })
    .onConflictDoNothing()
  const [row] = await database.select().from(keyCheck).where(eq(keyCheck.id, id))
  try {
    if (row !== undefined) encryption.unseal(places.keyCheck(id), row.sealed)
  } catch (cause) {
    throw new ConfigError(
      'ENCRYPTION_KEY must be the key this database was made with, or the file encryption.key must be restored.',
      { cause },
    )
  }
}

/**
 * True if the last key rotation is finished: the value that `checkKey` stored is encrypted with the newest key. Also
 * true if `checkKey` has stored no value.
 */
export async function hasNewestKey(database: Database, encryption: Encryption): Promise<boolean> {
  const [row] = await database.select().from(keyCheck).where(eq(keyCheck.id, id))
  return row === undefined || encryption.isCurrent(row.sealed)
}

/**
 * Records that the last key rotation is finished: encrypts the value that `checkKey` stored with the newest key, so
 * that `hasNewestKey` returns true. Call it only after all other values are encrypted with the newest key.
 */
export async function recordNewestKey(database: Database, encryption: Encryption): Promise<void> {
  await database
    .update(keyCheck)
    .set({ sealed: seal(encryption) })
    .where(eq(keyCheck.id, id))
}
