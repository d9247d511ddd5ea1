import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isSystemError } from '../create-once.ts'
import { makeDataFolder } from '../data-folder.ts'
import { isAlive } from '../processes.ts'
import { type Place, placeOf } from './place.ts'
import { answers, forgetZombie, readPostmaster, startPostmaster, unusedPort } from './postmaster.ts'
import { run } from './runner.ts'

const user = 'chartside'
const startWithinMs = 60_000
const retryMs = 100

/** A durable PostgreSQL server with its data in the data folder. Its programs come from an npm package. */
export interface EmbeddedDatabase {
  url: string
  /**
   * Restarts the database on the same port if the database has died. Resolves once the database accepts connections.
   */
  ensure(): Promise<void>
}

interface Settings {
  port: number
  password: string
}

export async function startEmbedded(dataFolder: string): Promise<EmbeddedDatabase> {
  await makeDataFolder(dataFolder)
  const place = await prepare(dataFolder)
  const settingsFile = join(place.folder, 'chartside.json')
  const settings: Settings = JSON.parse(await readFile(settingsFile, 'utf8'))
  const url = (port: number) => `postgres://${user}:${settings.password}@127.0.0.1:${port}/postgres`
  const port = await bringUp(dataFolder, place, settings.port, url, { mayMove: true })
  if (port !== settings.port) {
    await writeFile(`${settingsFile}.new`, JSON.stringify({ ...settings, port }), { mode: 0o600 })
    await rename(`${settingsFile}.new`, settingsFile)
  }
  return {
    url: url(port),
    ensure: async () => {
      await bringUp(dataFolder, place, port, url, { mayMove: false })
    },
  }
}

export async function stopEmbedded(dataFolder: string): Promise<void> {
  const postmaster = await readPostmaster(join(dataFolder, 'pg'))
  if (postmaster === null || !isAlive(postmaster.pid)) return
  // SIGINT requests PostgreSQL's "fast" shutdown, which closes all connections. No committed data is lost, because it
  // is already on disk.
  process.kill(postmaster.pid, 'SIGINT')
  while (isAlive(postmaster.pid)) await pause(retryMs)
}

/**
 * Initialises the database in a temporary folder, and then renames the folder. So an initialisation that is interrupted
 * leaves no incomplete database.
 */
async function prepare(dataFolder: string): Promise<Place> {
  const place = await placeOf(dataFolder)
  if (await exists(join(place.folder, 'chartside.json'))) return place
  const { runner, binaries, folder, link } = place
  const parent = dirname(folder)
  await clearUnfinished(parent)
  const draft = join(parent, `pg.new-${process.pid}`)
  const password = randomBytes(24).toString('hex')
  const passwordFile = join(parent, `pg.password-${process.pid}`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  try {
    await mkdir(draft, { mode: 0o700 })
    if (runner.kind === 'id') for (const path of [passwordFile, draft]) await chown(path, runner.id, runner.id)
    const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await run(runner, binaries.initdb, ['-D', draft, '-U', user, ...auth, '-E', 'UTF8', '--locale=C'])
    await writeFile(join(draft, 'chartside.json'), JSON.stringify({ port: await unusedPort(), password }), {
      mode: 0o600,
    })
    await rename(draft, folder)
    if (folder !== link) await symlink(folder, link)
    return place
  } catch (error) {
    await rm(folder === link ? draft : parent, { recursive: true, force: true })
    if (!isSystemError(error, 'ENOTEMPTY') && !isSystemError(error, 'EEXIST')) throw error
    // Another process has initialised the folder first; use its result.
    return placeOf(dataFolder)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function clearUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^pg\.(?:new|password)-(\d+)$/.exec(name)?.[1] ?? Number.NaN)
    if (!Number.isNaN(pid) && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true })
  }
}

/**
 * Connects to the running database or starts the database, and returns its port. Retries for up to 60 s, because the
 * processes of a killed database may need time to end.
 */
async function bringUp(
  dataFolder: string,
  place: Place,
  preferredPort: number,
  url: (port: number) => string,
  { mayMove }: { mayMove: boolean },
): Promise<number> {
  const log = join(dataFolder, 'pg.log')
  const giveUpAt = Date.now() + startWithinMs
  let port = preferredPort
  let child: { ended: () => boolean } | null = null
  let starts = 0
  for (;;) {
    const running = await readPostmaster(place.folder)
    if (running !== null && isAlive(running.pid) && (await answers(url(running.port)))) return running.port
    if (child === null || child.ended()) {
      // Another program may have taken the port. After every three failed starts, choose another port.
      if (mayMove && starts > 0 && starts % 3 === 0) port = await unusedPort()
      await forgetZombie(place.folder)
      child = await startPostmaster(place, port, log)
      starts += 1
    }
    if (Date.now() > giveUpAt) throw new Error(`The embedded PostgreSQL did not start. Its log is ${log}.`)
    await pause(retryMs)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await readFile(path)
    return true
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false
    throw error
  }
}
