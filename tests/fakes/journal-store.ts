import type {
  Erasure,
  ErasureRecord,
  JournalStore,
  KeptChunk,
  KeptRecording,
} from '../../lib/transcript/journal/store.ts'

/** A journal store in memory. While `failing` is true, `create` and `write` fail as on a full disk. */
export function createMemoryJournalStore(): JournalStore & {
  failing: boolean
  readonly chunks: Map<string, KeptChunk[]>
  readonly kept: Map<string, KeptRecording>
} {
  const kept = new Map<string, KeptRecording>()
  const chunks = new Map<string, KeptChunk[]>()
  const erasures = new Map<string, Erasure>()
  const records = new Map<string, ErasureRecord>()
  const of = (id: string) => chunks.get(id) ?? []
  return {
    failing: false,
    chunks,
    kept,
    async create(recording) {
      if (this.failing) throw new DOMException('The disk is full.', 'QuotaExceededError')
      kept.set(recording.id, recording)
    },
    recordings: async () => [...kept.values()],
    async acknowledge(id, acknowledgedFrame) {
      const one = kept.get(id)
      if (one) kept.set(id, { ...one, acknowledgedFrame })
    },
    async note(id, what) {
      const one = kept.get(id)
      if (one) kept.set(id, { ...one, ...what })
    },
    async changeOwner(before, next) {
      for (const [id, one] of kept) if (one.owner === before) kept.set(id, { ...one, owner: next })
      for (const [id, one] of erasures) if (one.owner === before) erasures.set(id, { ...one, owner: next })
    },
    async write(id, more) {
      if (this.failing) throw new DOMException('The disk is full.', 'QuotaExceededError')
      const held = of(id)
      held.push(...more)
      // IndexedDB returns the rows in the order of their keys.
      chunks.set(
        id,
        held.sort((one, other) => one.atFrame - other.atFrame),
      )
    },
    read: async (id, fromFrame, most) =>
      of(id)
        .filter(({ atFrame }) => atFrame >= fromFrame)
        .slice(0, most),
    places: async (id, fromFrame, most) =>
      of(id)
        .map(({ atFrame }) => atFrame)
        .filter((atFrame) => atFrame >= fromFrame)
        .slice(0, most),
    async extent(id) {
      const last = of(id).at(-1)
      return { chunks: of(id).length, endFrame: last ? last.atFrame + last.frames : 0 }
    },
    async remove(id, erasure, record) {
      kept.delete(id)
      chunks.delete(id)
      if (erasure) erasures.set(id, erasure)
      if (record) records.set(id, record)
    },
    erasures: async () => [...erasures.values()],
    async confirmErasure(id, told) {
      erasures.delete(id)
      const record = records.get(id)
      if (record) records.set(id, { ...record, told })
    },
    records: async () => [...records.values()].reverse(),
  }
}
