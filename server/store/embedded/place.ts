import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, lstat, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { isSystemError } from '../create-once.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { chooseRunner, mayPass, type Runner } from './runner.ts'

/** Where programs and data lie that another user id cannot reach in their own folders. */
const systemFolder = '/var/lib/chartside'

/** Where a database lies and how its programs run. */
export interface Place {
  runner: Runner
  binaries: Binaries
  /** The database's folder, as its programs name it. It may not exist yet. */
  folder: string
  /** The path below the data folder: the folder itself, or a link to it. */
  link: string
}

/**
 * Finds or chooses the place of a data folder's database. A user id without rights cannot reach a folder below `/root`;
 * then programs are copied, and a new database is made, below `/var/lib/chartside`, and the data folder holds a link.
 * Throws a ConfigError where an existing database can be neither reached nor moved safely.
 */
export async function placeOf(dataFolder: string): Promise<Place> {
  const link = join(dataFolder, 'pg')
  const known = await existing(link)
  const runner = chooseRunner(known?.ownerId ?? null)
  if (runner.kind !== 'id') return { runner, binaries: findBinaries(), folder: known?.folder ?? link, link }
  const binaries = await reachableBinaries(runner)
  const parent = known ? dirname(known.folder) : dataFolder
  if (await isReachable(runner, parent)) {
    if (known?.ownerId === 0) await giveTo(known.folder, runner.id)
    return { runner, binaries, folder: known?.folder ?? link, link }
  }
  if (known)
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

/** The folder behind the link and who owns it; null where there is none. */
async function existing(link: string): Promise<{ folder: string; ownerId: number } | null> {
  try {
    const folder = await realpath(link)
    return { folder, ownerId: (await stat(folder)).uid }
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
    // A link to nothing: the data lies on a disk that is not there, or was deleted. A new database would hide it.
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
 * Whether the runner can enter a folder, after its group was allowed to pass through it where that is all that is
 * missing. The group can list nothing there.
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

/** Makes a user id the owner of a folder and of everything in it. */
async function giveTo(folder: string, id: number): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), id, id)
  // Last, because the folder's owner says who runs the database: a start that is killed here begins anew.
  await chown(folder, id, id)
}

/** PostgreSQL's programs where the runner can start them; copied once if it cannot reach the package's own folder. */
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
