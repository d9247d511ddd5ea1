/**
 * Splits a stream of bytes into lines, without their line breaks. In the text of a copy, a byte 10 is always the end of
 * a line, because PostgreSQL writes line breaks of values as `\n`.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    let from = 0
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      const line = bytes.subarray(from, at)
      yield rest.length === 0 ? line : Buffer.concat([...rest, line])
      rest = []
      from = at + 1
    }
    if (from < bytes.length) rest.push(bytes.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}
