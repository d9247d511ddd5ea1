import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from './database.ts'

const channel = 'chartside'
const reconnectMs = 500

/**
 * Notifications about changed rows, across all servers (PostgreSQL LISTEN/NOTIFY). A notification contains only the id
 * of the row. A listener may also be called when the row has not changed.
 */
export interface Notifications {
  /**
   * Calls `wake` at each notification for `id`, and after every reconnection, because a notification may have been
   * missed. Returns a function that stops listening.
   */
  listen(id: string, wake: () => void): () => void
  close(): Promise<void>
}

export async function notify(database: Database, id: string): Promise<void> {
  await database.execute(sql`select pg_notify(${channel}, ${id})`)
}

/** Opens one listening connection, and reopens it whenever it breaks. */
export function createNotifications(url: string, onLost: (error: Error) => void): Notifications {
  const listeners = new Map<string, Set<() => void>>()
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
    mine.on('notification', ({ payload }) => {
      for (const wake of listeners.get(payload ?? '') ?? []) wake()
    })
    mine
      .connect()
      .then(() => mine.query(`listen ${channel}`))
      .then(() => {
        for (const wakes of listeners.values()) for (const wake of wakes) wake()
      })
      .catch(reconnect)
  }
  open()

  return {
    listen(id, wake) {
      const wakes = listeners.get(id) ?? new Set()
      listeners.set(id, wakes.add(wake))
      return () => {
        wakes.delete(wake)
        if (wakes.size === 0 && listeners.get(id) === wakes) listeners.delete(id)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
