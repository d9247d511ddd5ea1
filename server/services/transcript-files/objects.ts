import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { Problem } from '../../problem.ts'
import { UnreadableFile } from '../../providers/reading/refused.ts'
import { createEncryption, FileGone, FilesUnavailable, fixedKeys, type Store } from '../../store/index.ts'
import { places } from '../../store/places.ts'
import { fileObjects } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { inParts, readParts } from './parts.ts'

const lengthBytes = 4
/** An upload takes less. After it, an object without a file belongs to an upload that was broken off. */
const uploadWithin = sql`interval '1 hour'`
const sweptAtOnce = 100

/**
 * Writes the bytes of a file to the place outside the database (`FILES_URL`), encrypted with a key of its own, which only
 * the row of the object holds. Returns the id of the object, or null if files are stored in the database. The object
 * belongs to no file until `attachObject`. Throws `unavailable`.
 */
export async function putObject(
  { database, store }: Pick<Context, 'database' | 'store'>,
  bytes: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<string | null> {
  const { files, encryption } = store
  if (files === null) return null
  const id = randomUUID()
  const key = randomBytes(32)
  await database.insert(fileObjects).values({ id, dataKey: encryption.seal(places.fileKey(id), key) })
  try {
    await files.write(id, sealedParts(id, key, bytes), signal)
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    const sentence = 'The server cannot store files at the moment. Try again in a moment.'
    throw new Problem('unavailable', sentence).after(5).because(error)
  }
  return id
}

/** Gives an object to its file, in the transaction that creates the file. From then on, it ends with the file. */
export async function attachObject({ database }: Pick<Context, 'database'>, id: string, fileId: string): Promise<void> {
  const { rowCount } = await database
    .update(fileObjects)
    .set({ fileId, attachedAt: sql`now()` })
    .where(eq(fileObjects.id, id))
  if (rowCount === 0) throw new Problem('unavailable')
}

/** Reads the bytes of a stored file, from the database or from the place outside it. */
export async function* readStored(
  { database, encryption, files }: Pick<Store, 'database' | 'encryption' | 'files'>,
  fileId: string,
): AsyncGenerator<Buffer, void> {
  const [object] = await database.select().from(fileObjects).where(eq(fileObjects.fileId, fileId))
  if (object === undefined) return yield* readParts(database, encryption, fileId)
  if (files === null) throw new FilesUnavailable()
  const key = encryption.unseal(places.fileKey(object.id), object.dataKey) as Buffer
  try {
    yield* openedParts(object.id, key, files.read(object.id))
  } catch (error) {
    if (error instanceof FileGone)
      throw new UnreadableFile('The stored file is gone. Add the file again.', { cause: error })
    throw error
  }
}

/**
 * Deletes objects whose file was deleted, and those that never got a file. Servers may do this at the same time. Returns
 * the number of deleted objects.
 */
export async function sweepObjects({ database, store }: Pick<Context, 'database' | 'store'>): Promise<number> {
  const { files } = store
  if (files === null) return 0
  const isForgotten = or(isNotNull(fileObjects.attachedAt), lt(fileObjects.createdAt, sql`now() - ${uploadWithin}`))
  const rows = await database
    .select({ id: fileObjects.id })
    .from(fileObjects)
    .where(and(isNull(fileObjects.fileId), isForgotten))
    .limit(sweptAtOnce)
  for (const { id } of rows) {
    await files.remove(id)
    await database.delete(fileObjects).where(eq(fileObjects.id, id))
  }
  return rows.length
}

const encryptionOf = (key: Buffer) => createEncryption(fixedKeys(key))

/** Each part has its length before it. The last one is empty, so that an object that was cut is noticed. */
async function* sealedParts(id: string, key: Buffer, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { seal } = encryptionOf(key)
  let position = 0
  const framed = (part: Buffer) => {
    const sealed = seal(places.objectPart(id, position++), part)
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, sealed])
  }
  for await (const part of inParts(bytes)) yield framed(part)
  yield framed(Buffer.alloc(0))
}

async function* openedParts(id: string, key: Buffer, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  const { unseal } = encryptionOf(key)
  let position = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const bit of bytes) {
    rest = rest.length === 0 ? Buffer.from(bit) : Buffer.concat([rest, bit])
    for (;;) {
      const end = rest.length < lengthBytes ? Number.POSITIVE_INFINITY : lengthBytes + rest.readUInt32BE(0)
      if (rest.length < end) break
      const part = unseal(places.objectPart(id, position++), rest.subarray(lengthBytes, end)) as Buffer
      if (part.length === 0) return
      yield part
      rest = rest.subarray(end)
    }
  }
  throw new FilesUnavailable(new Error('The file ends too early.'))
}
