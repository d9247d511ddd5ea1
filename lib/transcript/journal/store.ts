import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { chunkFrames } from '../kept-reader.ts'
import type { Stretch } from '../missing.ts'
import type { RecordingPlace } from '../recording-state.ts'
import type { KeyAtRest } from './cipher.ts'

/** What lies on the disk of one recording besides its sound. Nothing clinical in it is plain. */
export interface KeptRecording {
  id: string
  place: RecordingPlace
  language: string
  skipSave: boolean
  channels: 1 | 2
  /** The server it began at. Earlier versions do not write it. */
  serverUrl?: string
  /** The account that began it; null: nobody was signed in. Earlier versions do not write it: the server alone decides. */
  owner?: string | null
  /** Milliseconds since 1970. */
  startedAt: number
  key: KeyAtRest
  /** Sealed JSON: whose chart was open. */
  sealedPatient: Uint8Array<ArrayBuffer>
  /** A frame the server has surely committed. */
  acknowledgedFrame: number
  /** Parts before that frame that could not be read back and were not sent. Earlier versions do not write it. */
  missing?: readonly Stretch[]
  /** Everything but the missing parts was sent and transcribed. */
  sent?: boolean
  /** The transcript to which a recording that was sent in part is being sent anew; null: none. */
  againAs?: string | null
}

export interface KeptChunk {
  atFrame: number
  frames: number
  sealed: Uint8Array<ArrayBuffer>
}

/** A recording the server must not open any more; `words`: what it wrote of it is to be deleted too. */
export interface Erasure {
  id: string
  words: boolean
  /** The server that is to be told. Earlier versions do not write it: any server is meant. */
  serverUrl?: string
}

/** The disk as the journal uses it. */
export interface JournalStore {
  create(recording: KeptRecording): Promise<void>
  recordings(): Promise<KeptRecording[]>
  acknowledge(id: string, frame: number): Promise<void>
  /** Changes what is known of a recording; nothing where it is gone. */
  note(id: string, what: Pick<KeptRecording, 'missing' | 'sent' | 'againAs'>): Promise<void>
  /** All of them, or none. */
  write(id: string, chunks: KeptChunk[]): Promise<void>
  /** In order, those that begin at `fromFrame` or later; at most so many. */
  read(id: string, fromFrame: number, most: number): Promise<KeptChunk[]>
  /** Where the chunks begin that `read` would answer; reads no sound. */
  places(id: string, fromFrame: number, most: number): Promise<number[]>
  /** How many chunks there are and where the last one ends. */
  extent(id: string): Promise<{ chunks: number; endFrame: number }>
  /** Deletes a recording; `erasure`: what the server is still to be told of it. */
  remove(id: string, erasure: Erasure | null): Promise<void>
  /** What the server is still to be told. */
  erasures(): Promise<Erasure[]>
  told(id: string): Promise<void>
}

interface Schema extends DBSchema {
  recordings: { key: string; value: KeptRecording }
  chunks: { key: [id: string, atFrame: number]; value: Omit<KeptChunk, 'atFrame'> }
  erasures: { key: string; value: Erasure }
}

// Bytes that reached the system outlive the browser; waiting for the disk itself would cost far more for a power cut's sake.
const relaxed = { durability: 'relaxed' } as const

/** IndexedDB, opened at the first use and again after it was lost. */
export function createJournalStore(name = 'chartside.journal'): JournalStore {
  let opening: Promise<IDBPDatabase<Schema>> | null = null
  const open = () => {
    const forget = () => {
      opening = null
    }
    opening ??= openDB<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('recordings', { keyPath: 'id' })
        database.createObjectStore('chunks')
        database.createObjectStore('erasures', { keyPath: 'id' })
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return opening
  }
  /** Every chunk of one recording: arrays sort after numbers. */
  const all = (id: string) => IDBKeyRange.bound([id], [id, []])

  const change = async (id: string, part: Partial<KeptRecording>) => {
    const transaction = (await open()).transaction('recordings', 'readwrite', relaxed)
    const kept = await transaction.store.get(id)
    if (kept !== undefined) await transaction.store.put({ ...kept, ...part })
    await transaction.done
  }

  return {
    async create(recording) {
      await (await open()).put('recordings', recording)
    },
    async recordings() {
      return (await open()).getAll('recordings')
    },
    acknowledge: (id, acknowledgedFrame) => change(id, { acknowledgedFrame }),
    note: (id, what) => change(id, what),
    async write(id, chunks) {
      const transaction = (await open()).transaction('chunks', 'readwrite', relaxed)
      await Promise.all([
        ...chunks.map(({ atFrame, ...chunk }) => transaction.store.put(chunk, [id, atFrame])),
        transaction.done,
      ])
    },
    async read(id, fromFrame, most) {
      const store = (await open()).transaction('chunks').store
      const range = IDBKeyRange.bound([id, fromFrame], [id, []])
      const [keys, values] = await Promise.all([store.getAllKeys(range, most), store.getAll(range, most)])
      return values.map((value, i) => ({ ...value, atFrame: keys[i]?.[1] ?? 0 }))
    },
    async places(id, fromFrame, most) {
      const store = (await open()).transaction('chunks').store
      const keys = await store.getAllKeys(IDBKeyRange.bound([id, fromFrame], [id, []]), most)
      return keys.map(([, atFrame]) => atFrame)
    },
    async extent(id) {
      const store = (await open()).transaction('chunks').store
      const [chunks, last] = await Promise.all([store.count(all(id)), store.openKeyCursor(all(id), 'prev')])
      if (last === null) return { chunks, endFrame: 0 }
      // A last chunk that cannot be read must not hide the others: nearly every chunk has this length.
      const value = await (await open()).get('chunks', last.key).catch(() => ({ frames: chunkFrames }))
      return { chunks, endFrame: last.key[1] + (value?.frames ?? 0) }
    },
    async remove(id, erasure) {
      const transaction = (await open()).transaction(['recordings', 'chunks', 'erasures'], 'readwrite')
      await Promise.all([
        transaction.objectStore('recordings').delete(id),
        transaction.objectStore('chunks').delete(all(id)),
        ...(erasure ? [transaction.objectStore('erasures').put(erasure)] : []),
        transaction.done,
      ])
    },
    async erasures() {
      return (await open()).getAll('erasures')
    },
    async told(id) {
      await (await open()).delete('erasures', id)
    },
  }
}
