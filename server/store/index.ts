import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { describeFailure } from '../problem.ts'
import { connect, type PoolSettings, type StorePools } from './database.ts'
import { type EmbeddedDatabase, startEmbedded, stopEmbedded } from './embedded/index.ts'
import { createEncryption, type Encryption } from './encryption.ts'
import { type FileStore, type FilesSettings, openFiles } from './files/index.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { checkKey } from './key-check.ts'
import { fixedKeys, hasKeyFile, type KeySource, keyFile } from './keys.ts'
import { migrateDatabase } from './migrate.ts'
import { createNatsNotifications, type NatsSettings } from './nats.ts'
import { createNotifications, type Notifications, publishAfterCommit } from './notifications.ts'
import { attempts } from './schema/index.ts'

export { type Restored, restoreBackup, writeBackup } from './backup/index.ts'
export { type Database, type Transaction, withoutTimeLimit } from './database.ts'
export { createEncryption, type Encryption } from './encryption.ts'
export { checkFiles, FileGone, FilesUnavailable } from './files/index.ts'
export { addKey, fixedKeys, type KeySource } from './keys.ts'
export { checkNats } from './nats.ts'
export type { Notifications } from './notifications.ts'
export { notify } from './notifications.ts'

const watchMs = 500

export interface Store {
  url: string
  database: ReturnType<typeof connect>['database']
  /**
   * Queries for live recordings. They use the same database as `database`, but other connections (see `StorePools`).
   */
  live: ReturnType<typeof connect>['database']
  encryption: Encryption
  notifications: Notifications
  /** Where uploaded files are stored. Null: in the database. */
  files: FileStore | null
  isUp(): Promise<boolean>
  /**
   * True if the database commits a small write now. False if it is away, has no connection left, allows only reading, or
   * cannot write. Waits as long as the database does.
   */
  canCommit(): Promise<boolean>
  /** The connections of the two pools: all that are open, those without work, and callers that wait for one. */
  pools(): Record<'ordinary' | 'live', { total: number; idle: number; waiting: number }>
  close(): Promise<void>
}

interface OpenStore {
  url: string
  /**
   * Address that leads to the same database without the connection pooler (such as PgBouncer) of `url`. Null: `url`
   * does not lead to a pooler.
   */
  directUrl?: string | null
  pools?: StorePools
  /** NATS that carries the notifications. Null: PostgreSQL carries them. */
  nats?: NatsSettings | null
  files?: FilesSettings | null
  keys: KeySource
  log: Logger
}

const usualPools: StorePools = {
  ordinary: { connections: 20, statementMs: 30_000 },
  live: { connections: 5, statementMs: 10_000 },
}

/**
 * Connects to an existing database, migrates its schema and checks the encryption key. Throws a ConfigError if the key
 * cannot decrypt the values of this database, or if an unreleased version made the database.
 */
export async function openStore({
  url,
  directUrl = null,
  pools = usualPools,
  nats = null,
  files = null,
  keys,
  log,
}: OpenStore): Promise<Store> {
  const reportLoss = (error: Error) => log.warn({ ...describeFailure(error) }, 'a database connection broke')
  // A pooler, such as PgBouncer, refuses connections that set a time limit for statements. It also shares its
  // connections between callers, so a limit that is set later would apply to other callers too. So a server behind a
  // pooler sets no limit.
  const openPool = ({ connections, statementMs }: PoolSettings) =>
    connect(url, { connections, statementMs: directUrl === null ? statementMs : null }, reportLoss)
  const { pool, database } = openPool(pools.ordinary)
  const live = openPool(pools.live)
  const end = async () => {
    await Promise.all([pool.end(), live.pool.end()])
  }
  async function openNotifications(): Promise<Notifications> {
    if (nats === null) return createNotifications(directUrl ?? url, reportLoss)
    const reportAway = (error: Error) => log.warn(describeFailure(error), 'NATS is away, so notes appear later')
    const { publish, ...notifications } = await createNatsNotifications(nats, reportAway)
    for (const one of [database, live.database]) publishAfterCommit(one, publish)
    return notifications
  }
  try {
    const { searchIndexed } = await migrateDatabase(directUrl ?? url)
    if (!searchIndexed) log.warn('PostgreSQL has no extension pg_trgm for this database, so searching is slow')
    const encryption = createEncryption(keys)
    await checkKey(database, encryption)
    const notifications = await openNotifications()
    return {
      url,
      database,
      live: live.database,
      encryption,
      notifications,
      files: files === null ? null : openFiles(files),
      isUp: () =>
        // The query uses the pool for live recordings: slow statements may occupy every connection of the other pool,
        // although the database works.
        live.pool.query('select 1').then(
          () => true,
          () => false,
        ),
      canCommit: () =>
        live.database
          .insert(attempts)
          .values({ key: 'ready', points: 0, expire: sql`now() + interval '1 day'` })
          .onConflictDoUpdate({ target: attempts.key, set: { expire: sql`now() + interval '1 day'` } })
          .then(
            () => true,
            () => false,
          ),
      pools: () => ({ ordinary: useOf(pool), live: useOf(live.pool) }),
      close: async () => {
        await notifications.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

const useOf = ({ totalCount, idleCount, waitingCount }: ReturnType<typeof connect>['pool']) => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

const keysOf = async ({ encryptionKeys, dataFolder }: Config): Promise<KeySource> =>
  encryptionKeys.length > 0 ? fixedKeys(...encryptionKeys) : keyFile(dataFolder)

/**
 * Opens the configured store. Without a database URL, uses the embedded database: locks the data folder, starts the
 * database, and restarts the database if it dies. In this case, `close` also stops the database, and a FolderInUse is
 * thrown if another server uses the folder.
 */
export async function openConfiguredStore(config: Config, log: Logger): Promise<Store> {
  if (config.databaseUrl !== null) {
    const { databaseUrl: url, databaseDirectUrl: directUrl, databasePools: pools, nats, files } = config
    return openStore({ url, directUrl, pools, nats, files, keys: await keysOf(config), log })
  }
  const lock = await lockFolder(config.dataFolder)
  try {
    const embedded = await startEmbedded(config.dataFolder)
    const { databasePools: pools, files } = config
    const store = await openStore({ url: embedded.url, pools, files, keys: await keysOf(config), log })
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

/**
 * Opens the store for a command of the command line, also while a server is running. If no server is running, `close`
 * stops the embedded database again.
 */
export async function openBesideServer(config: Config, log: Logger): Promise<Store> {
  try {
    return await openConfiguredStore(config, log)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const { url } = await startEmbedded(config.dataFolder)
    return openStore({ url, keys: await keysOf(config), log })
  }
}

/** Returns the encryption keys of a configuration, newest first. Makes none: the list is empty if there are none yet. */
export async function presentKeys({ encryptionKeys, dataFolder }: Config): Promise<Buffer[]> {
  if (encryptionKeys.length > 0) return encryptionKeys
  return hasKeyFile(dataFolder) ? (await keyFile(dataFolder)).read() : []
}

/**
 * Runs work with the address of the database, for a command of the command line. Without a database URL, starts the
 * embedded database and stops it afterwards. Throws FolderInUse if a server uses the folder, unless the work may run
 * `besideServer`.
 */
export async function withDatabase<Result>(
  config: Config,
  log: Logger,
  work: (url: string) => Promise<Result>,
  { besideServer = false } = {},
): Promise<Result> {
  if (config.databaseUrl !== null) return work(config.databaseDirectUrl ?? config.databaseUrl)
  const lock = await lockFolder(config.dataFolder).catch((error: unknown) => {
    if (besideServer && error instanceof FolderInUse) return null
    throw error
  })
  try {
    const { url } = await startEmbedded(config.dataFolder)
    return await work(url)
  } finally {
    if (lock !== null) {
      await stopEmbedded(config.dataFolder).catch((error: unknown) => log.warn(describeFailure(error), 'not stopped'))
      await lock.release()
    }
  }
}

/** Stops the embedded database of a data folder. Throws FolderInUse if a server is using the folder. */
export async function stopDatabase(config: Pick<Config, 'dataFolder'>): Promise<void> {
  const lock = await lockFolder(config.dataFolder)
  try {
    await stopEmbedded(config.dataFolder)
  } finally {
    await lock.release()
  }
}

function keepRunning(embedded: EmbeddedDatabase, store: Store, log: Logger): () => Promise<void> {
  let isClosed = false
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
      if (!isClosed) timer.refresh()
    })
  }, watchMs)
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await round
  }
}
