export interface ByteReader {
  take(count: number): Promise<Buffer | null>
  skip(count: number): Promise<void>
  rest(): AsyncGenerator<Uint8Array>
}

/** Creates a reader of an iterable of bytes. It reads from the iterable only when bytes are requested. */
export function byteReader(bytes: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = bytes[Symbol.asyncIterator]()
  let buffer = Buffer.alloc(0)
  const fetch = async (): Promise<boolean> => {
    const { done, value } = await iterator.next()
    if (done !== true) buffer = buffer.length === 0 ? Buffer.from(value) : Buffer.concat([buffer, value])
    return done !== true
  }
  return {
    async take(count) {
      while (buffer.length < count) if (!(await fetch())) return null
      const head = buffer.subarray(0, count)
      buffer = buffer.subarray(count)
      return head
    },
    async skip(count) {
      let left = count
      for (;;) {
        const available = Math.min(left, buffer.length)
        buffer = buffer.subarray(available)
        left -= available
        if (left === 0 || !(await fetch())) return
      }
    },
    async *rest() {
      try {
        if (buffer.length > 0) yield buffer
        buffer = Buffer.alloc(0)
        while (await fetch()) {
          yield buffer
          buffer = Buffer.alloc(0)
        }
      } finally {
        await iterator.return?.()
      }
    },
  }
}
