import { and, eq } from 'drizzle-orm'
import type { Database, Encryption } from '../../store/index.ts'
import { places } from '../../store/places.ts'
import { transcriptFileParts } from '../../store/schema/index.ts'

/**
 * Size of a part, 128 KiB. A file of 170 MB has 1,360 parts. With parts of 1 MiB, the server needed up to 113 MB more
 * memory for such a file, because each part is copied several times and V8 frees large copies late.
 */
const partBytes = 128 * 1024

/** Stores the encrypted content of a file in the database, so that every server can read it. */
export async function keepParts(
  database: Database,
  { seal }: Encryption,
  fileId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  let position = 0
  const keep = async (part: Buffer) => {
    const sealed = seal(places.filePart(fileId, position), part.toString('base64'))
    await database.insert(transcriptFileParts).values({ fileId, position, bytes: sealed })
    position++
  }
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const bit of bytes) {
    held.push(bit)
    heldBytes += bit.length
    if (heldBytes < partBytes) continue
    await keep(Buffer.concat(held))
    held = []
    heldBytes = 0
  }
  if (heldBytes > 0) await keep(Buffer.concat(held))
}

/** Reads the content of a file, part by part. */
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
    yield Buffer.from(unseal(places.filePart(fileId, position), part.bytes) as string, 'base64')
  }
}
