import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileGone, type FileStore, FilesUnavailable } from './files.ts'

/** Stores files in a folder. Several servers need a folder that all of them see. */
export function openFolder(folder: string): FileStore {
  return {
    async write(name, bytes, signal) {
      const part = join(folder, `${name}.part`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await pipeline(Readable.from(bytes), createWriteStream(part, { mode: 0o600, flush: true }), { signal })
        await rename(part, join(folder, name))
      } catch (error) {
        await rm(part, { force: true }).catch(() => {})
        signal.throwIfAborted()
        throw new FilesUnavailable(error)
      }
    },
    async *read(name) {
      try {
        yield* createReadStream(join(folder, name))
      } catch (error) {
        throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
          ? new FileGone()
          : new FilesUnavailable(error)
      }
    },
    async remove(name) {
      await rm(join(folder, name), { force: true }).catch((error: unknown) => {
        throw new FilesUnavailable(error)
      })
    },
  }
}
