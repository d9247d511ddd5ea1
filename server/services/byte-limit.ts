import { Problem } from '../problem.ts'

/**
 * Returns the same stream. Throws the problem `too_large` with this sentence as soon as it has more than `maxBytes`
 * bytes.
 */
export async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  sentence: string,
): AsyncGenerator<Uint8Array> {
  let passed = 0
  for await (const part of bytes) {
    passed += part.length
    if (passed > maxBytes) throw new Problem('too_large', sentence)
    yield part
  }
}
