import { randomUUID } from 'node:crypto'
import type { FileStore } from './files.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'
import type { FilesSettings } from './settings.ts'

export { FileGone, type FileStore, FilesUnavailable } from './files.ts'
export { type FilesSettings, readFilesUrl } from './settings.ts'

export const openFiles = (settings: FilesSettings): FileStore =>
  settings.kind === 's3' ? openS3(settings) : openFolder(settings.folder)

/** Stores, reads and deletes a small file. Returns null, or why one of these failed. */
export async function checkFiles(settings: FilesSettings): Promise<string | null> {
  const files = openFiles(settings)
  const name = `check-${randomUUID()}`
  async function* words() {
    yield Buffer.from('Chartside')
  }
  try {
    await files.write(name, words(), new AbortController().signal)
    for await (const _ of files.read(name));
    await files.remove(name)
    return null
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return cause instanceof Error ? cause.name : 'unknown'
  }
}
