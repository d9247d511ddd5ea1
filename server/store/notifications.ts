import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from './database.ts'
import type * as schema from './schema/index.ts'

const channel = 'chartside'
const reconnectMs = 500

/**
 * Notifications about changed rows, across all servers (PostgreSQL LISTEN/NOTIFY, or NATS). A notification contains only
 * the id of the row. A listener may also be called when the row has not changed.
 */
export interface Notifications {
  /**
   * Calls `wake` at each notification for `id`, and after every reconnection, because a notification may have been
   * missed. Returns a function that stops listening.
   */
  listen(id: string, wake: () => void): () => void
  close(): Promise<void>
}

/** The listeners of this server. `wakeAll` wakes every listener, because notifications may have been missed. */
export function createListeners() {
  const listeners = new Map<string, Set<() => void>>()
  const wakeUp = (id: string) => {
    for (const wake of listeners.get(id) ?? []) wake()
  }
  return {
    listen(id: string, wake: () => void) {
      const wakes = listeners.get(id) ?? new Set()
      listeners.set(id, wakes.add(wake))
      return () => {
        wakes.delete(wake)
        if (wakes.size === 0 && listeners.get(id) === wakes) listeners.delete(id)
      }
    },
    wake: wakeUp,
    wakeAll() {
      for (const id of listeners.keys()) wakeUp(id)
    },
  }
}

type Publish = (id: string) => void

const publishers = new WeakMap<object, Publish>()
const uncommitted = new AsyncLocalStorage<Set<string>>()

/**
 * Lets the notifications of a database go to `publish` instead of PostgreSQL: those of a transaction after it has
 * committed, all others at once.
 */
export function publishAfterCommit(database: NodePgDatabase<typeof schema>, publish: Publish): void {
  publishers.set(database, publish)
  const transact = database.transaction.bind(database)
  database.transaction = async (work, config) => {
    const ids = new Set<string>()
    const result = await uncommitted.run(ids, () => transact(work, config))
    for (const id of ids) publish(id)
    return result
  }
}

/** Wakes the listeners of `id` on all servers, after the transaction has committed. */
export async function notify(database: Database, id: string): Promise<void> {
  const publish = publishers.get(database)
  const ids = uncommitted.getStore()
  if (publish !== undefined) publish(id)
  else if (ids !== undefined) ids.add(id)
  else await database.execute(sql`select pg_notify(${channel}, ${id})`)
}

/** Opens one listening connection to PostgreSQL, and reopens it whenever it breaks. */
export function createNotifications(url: string, onLost: (error: Error) => void): Notifications {
  const { listen, wake, wakeAll } = createListeners()
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function open(): void {
    const mine = new pg.Client({ connectionString: url, keepAlive: true })
    client = mine
    let isLost = false
    const reconnect = (error: Error) => {
      if (isLost || isClosed) return
      isLost = true
      onLost(error)
      mine.end().catch(() => {})
      timer = setTimeout(open, reconnectMs)
    }
    mine.on('error', reconnect)
    mine.on('end', () => reconnect(new Error('The listening connection ended.')))
    mine.on('notification', ({ payload }) => wake(payload ?? ''))
    mine
      .connect()
      .then(() => mine.query(`listen ${channel}`))
      .then(wakeAll)
      .catch(reconnect)
  }
  open()

  return {
    listen,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
