import { chmod, mkdir, stat } from 'node:fs/promises'

/**
 * The widest permissions of the data folder. Other users have no access. The group may enter but not list the folder.
 * PostgreSQL may run under another user, who reaches the folder of the database through this folder.
 */
const mayBe = 0o710

/**
 * Creates the data folder with access for its owner only. If the folder exists and belongs to the user of this process,
 * removes wider permissions that an earlier version may have set.
 */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = await stat(path)
  const isOurs = process.getuid === undefined || uid === process.getuid()
  if (isOurs && (mode & 0o777 & ~mayBe) !== 0) await chmod(path, mode & mayBe)
}
