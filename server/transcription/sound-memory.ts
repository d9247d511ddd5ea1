/** Share of the memory from which no further recording is admitted, so that those that run can go on. */
const fullShare = 0.8

/** The sound of all live recordings of a server that waits for the engine (product 9.32). */
export interface SoundMemory {
  /** Counts waiting sound. False: there is no room for it, and nothing was counted. */
  take(bytes: number): boolean
  release(bytes: number): void
  /** True if further recordings must go to another server. */
  isFull(): boolean
  bytes(): number
}

/** Bounds the sound that waits on this server as a whole. One engine that is stuck could otherwise fill the memory. */
export function createSoundMemory(maxBytes: number): SoundMemory {
  let bytes = 0
  return {
    take(more) {
      if (bytes + more > maxBytes) return false
      bytes += more
      return true
    },
    release(fewer) {
      bytes -= fewer
    },
    isFull: () => bytes > maxBytes * fullShare,
    bytes: () => bytes,
  }
}
