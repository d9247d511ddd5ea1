import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isSystemError } from '../create-once.ts'
import { findBinaries, run } from './binaries.ts'
import { answers, isAlive, readPostmaster, startPostmaster, unusedPort } from './postmaster.ts'

const user = 'chartside'
const startWithinMs = 60_000
const retryMs = 100

/** A PostgreSQL in the data folder, real and durable, from an npm package. */
export interface EmbeddedDatabase {
  url: string
  /** Starts it again where it died, on the same port. Answers once it takes connections. */
  ensure(): Promise<void>
}

interface Settings {
  port: number
  password: string
}

/** Starts the database of a data folder, or attaches to the one that still runs there. */
export async function startEmbedded(dataFolder: string): Promise<EmbeddedDatabase> {
  const folder = join(dataFolder, 'pg')
  const settingsFile = join(folder, 'chartside.json')
  await prepare(dataFolder, folder, settingsFile)
  const settings: Settings = JSON.parse(await readFile(settingsFile, 'utf8'))
  const url = (port: number) => `postgres://${user}:${settings.password}@127.0.0.1:${port}/postgres`
  const port = await bringUp(dataFolder, folder, settings.port, url, { mayMove: true })
  if (port !== settings.port) {
    await writeFile(`${settingsFile}.new`, JSON.stringify({ ...settings, port }), { mode: 0o600 })
    await rename(`${settingsFile}.new`, settingsFile)
  }
  return {
    url: url(port),
    ensure: async () => {
      await bringUp(dataFolder, folder, port, url, { mayMove: false })
    },
  }
}

/** Stops the database of a data folder, letting it finish what it has begun. Answers when it is gone. */
export async function stopEmbedded(dataFolder: string): Promise<void> {
  const postmaster = await readPostmaster(join(dataFolder, 'pg'))
  if (postmaster === null || !isAlive(postmaster.pid)) return
  // SIGINT is PostgreSQL's "fast": connections end, what was committed is on disk.
  process.kill(postmaster.pid, 'SIGINT')
  while (isAlive(postmaster.pid)) await pause(retryMs)
}

/** Makes the database folder in one step, so that a start that was killed half-way leaves nothing to trip over. */
async function prepare(dataFolder: string, folder: string, settingsFile: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  if (await exists(settingsFile)) return
  await clearUnfinished(dataFolder)
  const draft = join(dataFolder, `pg.new-${process.pid}`)
  const password = randomBytes(24).toString('hex')
  const passwordFile = join(dataFolder, `pg.password-${process.pid}`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  try {
    const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await run(findBinaries().initdb, ['-D', draft, '-U', user, ...auth, '-E', 'UTF8', '--locale=C'])
    await writeFile(join(draft, 'chartside.json'), JSON.stringify({ port: await unusedPort(), password }), {
      mode: 0o600,
    })
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Somebody else was quicker; theirs serves as well.
    if (!isSystemError(error, 'ENOTEMPTY') && !isSystemError(error, 'EEXIST')) throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function clearUnfinished(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const pid = Number(/^pg\.(?:new|password)-(\d+)$/.exec(name)?.[1] ?? Number.NaN)
    if (!Number.isNaN(pid) && !isAlive(pid)) await rm(join(dataFolder, name), { recursive: true, force: true })
  }
}

/** Attaches or starts, trying again while the remains of a killed one go away; answers the port. */
async function bringUp(
  dataFolder: string,
  folder: string,
  wanted: number,
  url: (port: number) => string,
  { mayMove }: { mayMove: boolean },
): Promise<number> {
  const log = join(dataFolder, 'pg.log')
  const giveUpAt = Date.now() + startWithinMs
  let port = wanted
  let child: { ended: () => boolean } | null = null
  let starts = 0
  for (;;) {
    const running = await readPostmaster(folder)
    if (running !== null && isAlive(running.pid) && (await answers(url(running.port)))) return running.port
    if (child === null || child.ended()) {
      // A port that somebody else took meanwhile: the second start may choose another.
      if (mayMove && starts > 0 && starts % 3 === 0) port = await unusedPort()
      child = await startPostmaster(folder, port, log)
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
