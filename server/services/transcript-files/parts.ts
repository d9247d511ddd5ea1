import { and, eq } from 'drizzle-orm'
import type { Database, Encryption } from '../../store/index.ts'
import { transcriptFileParts } from '../../store/schema/index.ts'

/** Rows of this size keep memory small and the count of rows bearable. */
const partBytes = 1024 * 1024

const place = (fileId: string, position: number) => `transcript-file/${fileId}/${position}`

/** Keeps a file's bytes in the database, sealed, so that any server can read them. */
export async function keepParts(
  database: Database,
  { seal }: Encryption,
  fileId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  let position = 0
  const keep = async (part: Buffer) => {
    const sealed = seal(place(fileId, position), part.toString('base64'))
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

/** The file's bytes again, a piece at a time. */
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
    yield Buffer.from(unseal(place(fileId, position), part.bytes) as string, 'base64')
  }
}
