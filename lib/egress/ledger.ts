import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { EgressKind } from './kinds.ts'

export interface EgressEntry {
  /** When the request or connection was begun, in epoch milliseconds. */
  at: number
  host: string
  kind: EgressKind
  bytes: number
}

export interface EgressPlace {
  host: string
  kind: EgressKind
  requests: number
  bytes: number
  firstAt: number
  lastAt: number
}

export interface EgressReading {
  places: EgressPlace[]
  entries: EgressEntry[]
}

export const entriesMost = 5000
/** Longest wait until an entry is written, in milliseconds. A slow or full disk must not stop a recording. */
const waitMs = 1000
/** Maximum number of entries that are in memory because the disk could not store them. Older ones are dropped. */
const waitingMost = 1000

export type Grow = (bytes: number) => Promise<void>

export interface Ledger {
  /**
   * Writes an entry. Resolves when the entry is on the disk, after one second at the latest. Never rejects: an entry
   * that the disk does not accept is written later, together with another entry.
   */
  begin(entry: Omit<EgressEntry, 'at'>): Promise<Grow>
  /** Rejects when the disk fails. */
  read(): Promise<EgressReading>
}

interface Schema extends DBSchema {
  entries: { key: number; value: EgressEntry }
  places: { key: [host: string, kind: EgressKind]; value: EgressPlace }
}

const relaxed = { durability: 'relaxed' } as const

/** Opens the ledger in IndexedDB, because IndexedDB is the only storage that the offscreen page can use. */
export function createLedger(clock: () => number = Date.now, name = 'chartside.egress'): Ledger {
  let opening: Promise<IDBPDatabase<Schema>> | null = null
  const waiting: EgressEntry[] = []
  /**
   * The database keys of entries that could not be written at once. A later `Grow` needs the key to find its entry on
   * the disk.
   */
  const lateKeys = new WeakMap<EgressEntry, number>()
  const openStore = () => {
    const forget = () => {
      opening = null
    }
    opening ??= openDB<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('entries', { autoIncrement: true })
        database.createObjectStore('places', { keyPath: ['host', 'kind'] })
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return opening
  }

  async function write(entry: EgressEntry): Promise<number> {
    const transaction = (await openStore()).transaction(['entries', 'places'], 'readwrite', relaxed)
    const entries = transaction.objectStore('entries')
    const places = transaction.objectStore('places')
    const { host, kind, at, bytes } = entry
    const place = await places.get([host, kind])
    const sum = { requests: (place?.requests ?? 0) + 1, bytes: (place?.bytes ?? 0) + bytes }
    await places.put({ host, kind, ...sum, firstAt: place?.firstAt ?? at, lastAt: at })
    const key = await entries.add(entry)
    const tooMany = (await entries.count()) - entriesMost
    if (tooMany > 0) for (const old of await entries.getAllKeys(null, tooMany)) await entries.delete(old)
    await transaction.done
    return key
  }

  async function grow(key: number, { host, kind }: EgressEntry, bytes: number): Promise<void> {
    const transaction = (await openStore()).transaction(['entries', 'places'], 'readwrite', relaxed)
    const entries = transaction.objectStore('entries')
    const places = transaction.objectStore('places')
    const [entry, place] = await Promise.all([entries.get(key), places.get([host, kind])])
    if (entry) await entries.put({ ...entry, bytes: entry.bytes + bytes }, key)
    if (place) await places.put({ ...place, bytes: place.bytes + bytes, lastAt: clock() })
    await transaction.done
  }

  async function writeWaiting(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const entry = next
      try {
        lateKeys.set(entry, await write(entry))
      } catch (error) {
        waiting.unshift(entry)
        throw error
      }
    }
  }

  return {
    async begin(newEntry) {
      const entry = { at: clock(), ...newEntry }
      const writing = write(entry).then(
        (key) => {
          void writeWaiting().catch(() => undefined)
          return key
        },
        () => {
          waiting.push(entry)
          if (waiting.length > waitingMost) waiting.shift()
          return null
        },
      )
      let late: ReturnType<typeof setTimeout> | undefined
      await Promise.race([
        writing,
        new Promise((resolve) => {
          late = setTimeout(resolve, waitMs)
        }),
      ])
      clearTimeout(late)
      return async (bytes) => {
        const key = (await writing) ?? lateKeys.get(entry) ?? null
        // There is no key, so the entry is not on the disk but waits in memory. Add the bytes to it there.
        if (key === null) entry.bytes += bytes
        else await grow(key, entry, bytes).catch(() => undefined)
      }
    },
    async read() {
      const database = await openStore()
      await writeWaiting().catch(() => undefined)
      const [places, entries] = await Promise.all([database.getAll('places'), database.getAll('entries')])
      return {
        places: places.toSorted((one, otherPlace) => otherPlace.lastAt - one.lastAt),
        entries: entries.reverse(),
      }
    },
  }
}
