import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ConfirmedConsent } from '../../contracts/consent.ts'
import type { Remainder } from '../../contracts/recording-key.ts'
import type { RecordingPlace } from '../recording-state.ts'
import { chunkFrames } from '../sending/disk-reader.ts'
import type { FrameRange } from '../timeline.ts'
import type { KeyAtRest } from './cipher.ts'

export interface KeptRecording {
  id: string
  place: RecordingPlace
  language: string
  skipSave: boolean
  channels: 1 | 2
  serverUrl?: string
  /**
   * The account that started the recording. Null: no user was signed in. Earlier versions do not write this value. If
   * the value is absent, only the server checks who may open the recording.
   */
  owner?: string | null
  /** When the recording started, in milliseconds since 1970. */
  startedAt: number
  key: KeyAtRest
  sealedPatient: Uint8Array<ArrayBuffer>
  acknowledgedFrame: number
  /**
   * Parts before `acknowledgedFrame` that could not be read back and were not sent. Earlier versions do not write this
   * value.
   */
  missing?: readonly FrameRange[]
  consent?: ConfirmedConsent | null
  sent?: boolean
  againAs?: string | null
  /**
   * When the user has finished the recording, in milliseconds since 1970. The recording is then sent as soon as
   * possible. Absent: the recording was interrupted.
   */
  finishedAt?: number
  /** When a copy of the recording was made, in milliseconds since 1970. */
  copiedAt?: number
}

export interface KeptChunk {
  atFrame: number
  frames: number
  sealed: Uint8Array<ArrayBuffer>
}

/**
 * A request that the server has not confirmed yet: to never unwrap the key of the recording `id` again. `words`: the
 * server must also delete the transcript of the recording.
 */
export interface Erasure {
  id: string
  words: boolean
  serverUrl?: string
  /**
   * The account that started the recording. Null, or absent in earlier versions: the account is not known. The erasure
   * is then sent with any signed-in account, or without one.
   */
  owner?: string | null
}

/** Proof that a recording was erased, at a user's request or because it was too old (product 13.10). */
export interface ErasureRecord {
  id: string
  /** When the recording was deleted from this computer, in milliseconds since 1970. */
  at: number
  serverUrl: string
  key: KeyAtRest['kind']
  words: boolean
  /**
   * The server's confirmation. Null: the server has not confirmed the erasure yet. `at`: milliseconds since 1970.
   * `remains`: the data of the recording that the server still has, or null if the server does not report these data.
   */
  told: { at: number; remains: readonly Remainder[] | null } | null
}

export const erasureRecordsMost = 1000

export interface JournalStore {
  create(recording: KeptRecording): Promise<void>
  recordings(): Promise<KeptRecording[]>
  acknowledge(id: string, frame: number): Promise<void>
  note(
    id: string,
    what: Pick<KeptRecording, 'missing' | 'sent' | 'againAs' | 'consent' | 'finishedAt' | 'copiedAt'>,
  ): Promise<void>
  changeOwner(before: string, next: string): Promise<void>
  write(id: string, chunks: KeptChunk[]): Promise<void>
  read(id: string, fromFrame: number, most: number): Promise<KeptChunk[]>
  places(id: string, fromFrame: number, most: number): Promise<number[]>
  extent(id: string): Promise<{ chunks: number; endFrame: number }>
  /**
   * Deletes a recording. In the same transaction, stores `erasure` and `record` if they are not null, so that the
   * erasure can be sent to the server later.
   */
  remove(id: string, erasure: Erasure | null, record: ErasureRecord | null): Promise<void>
  erasures(): Promise<Erasure[]>
  confirmErasure(id: string, told: NonNullable<ErasureRecord['told']>): Promise<void>
  records(): Promise<ErasureRecord[]>
}

interface Schema extends DBSchema {
  recordings: { key: string; value: KeptRecording }
  chunks: { key: [id: string, atFrame: number]; value: Omit<KeptChunk, 'atFrame'> }
  erasures: { key: string; value: Erasure }
  records: { key: string; value: ErasureRecord; indexes: { at: number } }
}

// With relaxed durability, a write survives a crash of the browser, but perhaps not a power failure. Strict durability
// would flush the disk at every write, which costs far more.
const relaxed = { durability: 'relaxed' } as const

/**
 * Resolves when the task and its transaction have ended. If only the task was awaited, a failed transaction would be an
 * unhandled rejection.
 */
const runWhole = async (transaction: { done: Promise<void> }, task: () => Promise<void>): Promise<void> => {
  await Promise.all([task(), transaction.done])
}

export function createJournalStore(name = 'chartside.journal'): JournalStore {
  let opening: Promise<IDBPDatabase<Schema>> | null = null
  const openDatabase = () => {
    const forget = () => {
      opening = null
    }
    opening ??= openDB<Schema>(name, 2, {
      upgrade(database, from) {
        if (from < 1) {
          database.createObjectStore('recordings', { keyPath: 'id' })
          database.createObjectStore('chunks')
          database.createObjectStore('erasures', { keyPath: 'id' })
        }
        database.createObjectStore('records', { keyPath: 'id' }).createIndex('at', 'at')
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return opening
  }
  /**
   * Key range of all chunks of one recording. In IndexedDB, arrays sort after numbers, so `[id, []]` is an upper bound.
   */
  const all = (id: string) => IDBKeyRange.bound([id], [id, []])

  const change = async (id: string, part: Partial<KeptRecording>) => {
    const transaction = (await openDatabase()).transaction('recordings', 'readwrite', relaxed)
    await runWhole(transaction, async () => {
      const recording = await transaction.store.get(id)
      if (recording !== undefined) await transaction.store.put({ ...recording, ...part })
    })
  }

  const forgetOldRecords = async () => {
    const transaction = (await openDatabase()).transaction('records', 'readwrite', relaxed)
    await runWhole(transaction, async () => {
      const keys = await transaction.store.index('at').getAllKeys()
      await Promise.all(keys.slice(0, -erasureRecordsMost).map((key) => transaction.store.delete(key)))
    })
  }

  return {
    async create(recording) {
      await (await openDatabase()).put('recordings', recording)
    },
    async recordings() {
      return (await openDatabase()).getAll('recordings')
    },
    acknowledge: (id, acknowledgedFrame) => change(id, { acknowledgedFrame }),
    note: (id, what) => change(id, what),
    async changeOwner(oldOwner, newOwner) {
      const transaction = (await openDatabase()).transaction(['recordings', 'erasures'], 'readwrite')
      const [recordings, erasures] = [transaction.objectStore('recordings'), transaction.objectStore('erasures')]
      await runWhole(transaction, async () => {
        for (const one of await recordings.getAll())
          if (one.owner === oldOwner) await recordings.put({ ...one, owner: newOwner })
        for (const one of await erasures.getAll())
          if (one.owner === oldOwner) await erasures.put({ ...one, owner: newOwner })
      })
    },
    async write(id, chunks) {
      const transaction = (await openDatabase()).transaction('chunks', 'readwrite', relaxed)
      await Promise.all([
        ...chunks.map(({ atFrame, ...chunk }) => transaction.store.put(chunk, [id, atFrame])),
        transaction.done,
      ])
    },
    async read(id, fromFrame, most) {
      const store = (await openDatabase()).transaction('chunks').store
      const range = IDBKeyRange.bound([id, fromFrame], [id, []])
      const [keys, values] = await Promise.all([store.getAllKeys(range, most), store.getAll(range, most)])
      return values.map((value, i) => ({ ...value, atFrame: keys[i]?.[1] ?? 0 }))
    },
    async places(id, fromFrame, most) {
      const store = (await openDatabase()).transaction('chunks').store
      const keys = await store.getAllKeys(IDBKeyRange.bound([id, fromFrame], [id, []]), most)
      return keys.map(([, atFrame]) => atFrame)
    },
    async extent(id) {
      const store = (await openDatabase()).transaction('chunks').store
      const [chunks, lastCursor] = await Promise.all([store.count(all(id)), store.openKeyCursor(all(id), 'prev')])
      if (lastCursor === null) return { chunks, endFrame: 0 }
      // If the last chunk cannot be read, assume the usual length. If this function failed instead, the recording could
      // not be recovered, although its other chunks can be read.
      const value = await (await openDatabase()).get('chunks', lastCursor.key).catch(() => ({ frames: chunkFrames }))
      return { chunks, endFrame: lastCursor.key[1] + (value?.frames ?? 0) }
    },
    async remove(id, erasure, record) {
      const transaction = (await openDatabase()).transaction(
        ['recordings', 'chunks', 'erasures', 'records'],
        'readwrite',
      )
      const records = transaction.objectStore('records')
      await Promise.all([
        ...(record ? [records.put(record)] : []),
        transaction.objectStore('recordings').delete(id),
        transaction.objectStore('chunks').delete(all(id)),
        ...(erasure ? [transaction.objectStore('erasures').put(erasure)] : []),
        transaction.done,
      ])
      if (record) await forgetOldRecords()
    },
    async erasures() {
      return (await openDatabase()).getAll('erasures')
    },
    async confirmErasure(id, confirmation) {
      const transaction = (await openDatabase()).transaction(['erasures', 'records'], 'readwrite')
      await runWhole(transaction, async () => {
        await transaction.objectStore('erasures').delete(id)
        const records = transaction.objectStore('records')
        const record = await records.get(id)
        if (record) await records.put({ ...record, told: confirmation })
      })
    },
    async records() {
      return (await (await openDatabase()).getAllFromIndex('records', 'at')).reverse()
    },
  }
}
