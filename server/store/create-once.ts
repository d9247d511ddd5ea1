import { randomUUID } from 'node:crypto'
import { link, open, unlink } from 'node:fs/promises'

/** Whether a failure of the file system carries this code. */
export const isSystemError = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/**
 * Puts a whole file in place unless there is one already; answers whether it did. Readers never see half of it, and
 * of several that try at once one succeeds.
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
