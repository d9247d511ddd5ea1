export interface ByteReader {
  take(count: number): Promise<Buffer | null>
  skip(count: number): Promise<void>
  rest(): AsyncGenerator<Uint8Array>
}

/** Creates a reader of an iterable of bytes. It reads from the iterable only when bytes are requested. */
export function byteReader(bytes: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = bytes[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  const fetch = async (): Promise<boolean> => {
    const { done, value } = await iterator.next()
    if (done !== true) held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value])
    return done !== true
  }
  return {
    async take(count) {
      while (held.length < count) if (!(await fetch())) return null
      const taken = held.subarray(0, count)
      held = held.subarray(count)
      return taken
    },
    async skip(count) {
      let left = count
      for (;;) {
        const here = Math.min(left, held.length)
        held = held.subarray(here)
        left -= here
        if (left === 0 || !(await fetch())) return
      }
    },
    async *rest() {
      try {
        if (held.length > 0) yield held
        held = Buffer.alloc(0)
        while (await fetch()) {
          yield held
          held = Buffer.alloc(0)
        }
      } finally {
        await iterator.return?.()
      }
    },
  }
}
