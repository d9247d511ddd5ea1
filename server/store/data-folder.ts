import { chmod, mkdir, stat } from 'node:fs/promises'

/** Others may neither list nor read; the group may pass through, which the database's own user needs in some places. */
const mayBe = 0o710

/** Makes the data folder, for its owner only, and closes one that an earlier version left open to others. */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = await stat(path)
  const isOurs = process.getuid === undefined || uid === process.getuid()
  if (isOurs && (mode & 0o777 & ~mayBe) !== 0) await chmod(path, mode & mayBe)
}
