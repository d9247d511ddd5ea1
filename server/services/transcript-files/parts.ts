import { and, eq } from 'drizzle-orm'
import type { Database, Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'
import { transcriptFileParts } from '../../store/schema/index.ts'

/**
 * Size of a part, 128 KiB. A file of 170 MB has 1,360 parts. Each part is copied several times, and V8 frees large
 * copies late: with parts of 1 MiB, the server needed up to 113 MB more memory for such a file.
 */
const partBytes = 128 * 1024

export async function keepParts(
  database: Database,
  { seal }: Encryption,
  fileId: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  let position = 0
  for await (const part of inParts(bytes)) {
    const sealed = seal(places.filePart(fileId, position), part)
    await database.insert(transcriptFileParts).values({ fileId, position, bytes: sealed })
    position++
  }
}

/** Cuts bytes into parts of equal size. A part is overwritten by the next one. */
export async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  // One buffer for all parts. A new buffer for each part would be one more copy that V8 frees late.
  const part = Buffer.allocUnsafe(partBytes)
  let length = 0
  for await (const bit of bytes) {
    for (let copied = 0; copied < bit.length; ) {
      const byteCount = bit.copy(part, length, copied)
      copied += byteCount
      length += byteCount
      if (length < partBytes) continue
      yield part
      length = 0
    }
  }
  if (length > 0) yield part.subarray(0, length)
}

export async function* readParts(
  database: Database,
  { unseal }: Encryption,
  fileId: string,
): AsyncGenerator<Buffer, void> {
  for (let position = 0; ; position++) {
    const [part] = await database
      .select()
      .from(transcriptFileParts)
      .where(and(eq(transcriptFileParts.fileId, fileId), eq(transcriptFileParts.position, position)))
    if (part === undefined) return
    const content = unseal(places.filePart(fileId, position), part.bytes) as Buffer | string
    // Earlier versions of the server stored a part as base64.
    yield typeof content === 'string' ? Buffer.from(content, 'base64') : content
  }
}
