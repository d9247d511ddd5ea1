import { Problem } from '../problem.ts'

/**
 * Yields the bytes of a stream unchanged. Throws the problem `too_large` with the message `sentence` as soon as the
 * stream has more than `maxBytes` bytes.
 */
export async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  sentence: string,
): AsyncGenerator<Uint8Array> {
  let byteCount = 0
  for await (const part of bytes) {
    byteCount += part.length
    if (byteCount > maxBytes) throw new Problem('too_large', sentence)
    yield part
  }
}
