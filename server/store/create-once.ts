import { randomUUID } from 'node:crypto'
import { link, open, unlink } from 'node:fs/promises'

export const isSystemError = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Creates a file with this content, unless the file exists. Returns true if this call created the file. The creation is
 * atomic: readers never see a partial file, and only one of several concurrent calls succeeds.
 */
export async function createOnce(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false
    throw error
  } finally {
    await unlink(draft)
  }
}
