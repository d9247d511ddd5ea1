import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import { describeFailure } from '../problem.ts'
import { connect, migrateDatabase } from './database.ts'
import { type EmbeddedDatabase, startEmbedded, stopEmbedded } from './embedded/index.ts'
import { createEncryption, type Encryption, readOrMakeKey } from './encryption.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import { keyCheck } from './schema/index.ts'

export type { Database, Transaction } from './database.ts'
export type { Encryption } from './encryption.ts'
export type { Notifications } from './notifications.ts'
export { notify } from './notifications.ts'

const watchMs = 500

/** Everything that lasts. */
export interface Store {
  url: string
  database: ReturnType<typeof connect>['database']
  encryption: Encryption
  notifications: Notifications
  /** Whether the database answers now. */
  isUp(): Promise<boolean>
  close(): Promise<void>
}

/** Opens a database that is there, brings its schema up to date and checks that the key fits. */
export async function openStore({ url, key, log }: { url: string; key: Buffer; log: Logger }): Promise<Store> {
  const lost = (error: Error) => log.warn({ ...describeFailure(error) }, 'a database connection broke')
  const { pool, database } = connect(url, lost)
  try {
    await migrateDatabase(pool)
    const encryption = createEncryption(key)
    await checkKey(database, encryption)
    const notifications = createNotifications(url, lost)
    return {
      url,
      database,
      encryption,
      notifications,
      isUp: () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      close: async () => {
        await notifications.close()
        await pool.end()
      },
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function checkKey(database: Store['database'], encryption: Encryption): Promise<void> {
  const id = 'data'
  await database
    .insert(keyCheck)
    .values({ id, sealed: encryption.seal(`key-check/${id}`, 'chartside') })
    .onConflictDoNothing()
  const [row] = await database.select().from(keyCheck).where(eq(keyCheck.id, id))
  try {
    if (row !== undefined) encryption.unseal(`key-check/${id}`, row.sealed)
  } catch (cause) {
    throw new ConfigError(
      'ENCRYPTION_KEY must be the key this database was made with, or the file encryption.key must be restored.',
      { cause },
    )
  }
}

/**
 * Opens the store a configuration names. With the embedded database this process takes the data folder for itself,
 * keeps the database running, starts it again where it dies, and stops it on closing.
 */
export async function openConfiguredStore(config: Config, log: Logger): Promise<Store> {
  if (config.databaseUrl !== null) {
    const key = config.encryptionKey ?? (await readOrMakeKey(config.dataFolder))
    return openStore({ url: config.databaseUrl, key, log })
  }
  const lock = await lockFolder(config.dataFolder)
  try {
    const embedded = await startEmbedded(config.dataFolder)
    const key = config.encryptionKey ?? (await readOrMakeKey(config.dataFolder))
    const store = await openStore({ url: embedded.url, key, log })
    const stopWatching = keepRunning(embedded, store, log)
    return {
      ...store,
      close: async () => {
        await stopWatching()
        await store.close()
        await stopEmbedded(config.dataFolder)
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Opens the same store for a command, beside a running server or without one; a database nobody serves is stopped again. */
export async function openBesideServer(config: Config, log: Logger): Promise<Store> {
  try {
    return await openConfiguredStore(config, log)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const { url } = await startEmbedded(config.dataFolder)
    return openStore({ url, key: config.encryptionKey ?? (await readOrMakeKey(config.dataFolder)), log })
  }
}

/** Stops the embedded database of a data folder nobody serves; throws FolderInUse while somebody does. */
export async function stopDatabase(config: Pick<Config, 'dataFolder'>): Promise<void> {
  const lock = await lockFolder(config.dataFolder)
  try {
    await stopEmbedded(config.dataFolder)
  } finally {
    await lock.release()
  }
}

/** Looks after the embedded database while this server runs. */
function keepRunning(embedded: EmbeddedDatabase, store: Store, log: Logger): () => Promise<void> {
  let closed = false
  let round: Promise<void> = Promise.resolve()
  async function look(): Promise<void> {
    if (await store.isUp()) return
    try {
      await embedded.ensure()
    } catch (error) {
      log.error(describeFailure(error), 'the embedded database does not start')
    }
  }
  const timer = setTimeout(() => {
    round = look().finally(() => {
      if (!closed) timer.refresh()
    })
  }, watchMs)
  return async () => {
    closed = true
    clearTimeout(timer)
    await round
  }
}
