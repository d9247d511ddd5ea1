import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, lstat, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { isSystemError } from '../create-once.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { chooseRunner, mayPass, type Runner } from './runner.ts'

const systemFolder = '/var/lib/chartside'

export interface Place {
  runner: Runner
  binaries: Binaries
  /** The real path of the database folder. The folder may not exist yet. */
  folder: string
  link: string
}

/**
 * Finds or chooses the folder of the database. If PostgreSQL must run under an unprivileged user id that cannot access
 * the data folder (for example, below `/root`), chooses a new folder in `/var/lib/chartside` for a new database. The
 * data folder then gets a link to that folder. Throws a ConfigError if this user cannot access the folder of an
 * existing database.
 */
export async function placeOf(dataFolder: string): Promise<Place> {
  const link = join(dataFolder, 'pg')
  const existingFolder = await existing(link)
  const runner = chooseRunner(existingFolder?.ownerId ?? null)
  if (runner.kind !== 'id') return { runner, binaries: findBinaries(), folder: existingFolder?.folder ?? link, link }
  const binaries = await reachableBinaries(runner)
  const parent = existingFolder ? dirname(existingFolder.folder) : dataFolder
  if (await isReachable(runner, parent)) {
    if (existingFolder?.ownerId === 0) await giveTo(existingFolder.folder, runner.id)
    return { runner, binaries, folder: existingFolder?.folder ?? link, link }
  }
  if (existingFolder)
    throw new ConfigError(
      `This machine refuses user namespaces, and the database in ${link} cannot be reached by another user id. ` +
        'Move the data folder to a place that every user may enter, or point DATABASE_URL at a PostgreSQL server.',
    )
  const home = join(systemFolder, randomUUID())
  await mkdir(home, { recursive: true, mode: 0o711 })
  console.error(
    `The database of ${dataFolder} lies in ${home}, because its own user cannot enter ${dataFolder}. ` +
      `To delete the data, delete both folders.`,
  )
  return { runner, binaries, folder: join(home, 'pg'), link }
}

async function existing(link: string): Promise<{ folder: string; ownerId: number } | null> {
  try {
    const folder = await realpath(link)
    return { folder, ownerId: (await stat(folder)).uid }
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
    // If the target of the link is missing, the data may be on a disk that is not mounted, or may be deleted. A new
    // database here would hide the old data.
    if (await isLink(link))
      throw new ConfigError(`${link} leads to a folder that is not there. Bring the folder back, or delete the link.`)
    return null
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false
    throw error
  }
}

/**
 * True if the user that runs PostgreSQL can enter a folder. If this user can enter the parent folder but not the folder
 * itself, and root owns the folder, this function first gives the user's group the right to enter (not to list) the
 * folder.
 */
async function isReachable(runner: Runner & { kind: 'id' }, folder: string): Promise<boolean> {
  if (mayPass(runner, folder)) return true
  if (!mayPass(runner, dirname(folder))) return false
  const { uid, mode } = await stat(folder)
  if (uid !== 0) return false
  await chown(folder, 0, runner.id)
  await chmod(folder, (mode & 0o777) | 0o010)
  return mayPass(runner, folder)
}

async function giveTo(folder: string, id: number): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), id, id)
  // The owner of the folder itself is changed last. The next start looks at this owner to decide whether files must be
  // changed. So if this process is killed before this line, the next start repeats the whole change.
  await chown(folder, id, id)
}

/**
 * Finds PostgreSQL programs that the user `runner` can execute. If this user cannot access the npm package, copies the
 * programs to `/var/lib/chartside` once.
 */
async function reachableBinaries(runner: Runner): Promise<Binaries> {
  const binaries = findBinaries()
  if (mayPass(runner, binaries.postgres)) return binaries
  const copy = join(systemFolder, `postgresql-${binaries.version}`)
  if (!mayPass(runner, join(copy, 'bin/postgres'))) {
    const draft = `${copy}.${randomUUID()}`
    await mkdir(systemFolder, { recursive: true, mode: 0o755 })
    await cp(binaries.folder, draft, { recursive: true, verbatimSymlinks: true })
    await chmod(draft, 0o755)
    try {
      await rename(draft, copy)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      // Another process has copied the programs first; use its copy.
      if (!isSystemError(error, 'ENOTEMPTY') && !isSystemError(error, 'EEXIST')) throw error
    }
  }
  return { ...binaries, folder: copy, initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}
