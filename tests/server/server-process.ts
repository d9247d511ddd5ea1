import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { stopEmbedded } from '../../server/store/embedded/index.ts'
import { type Served, serveIn } from '../fakes/served.ts'

export { runScript } from '../fakes/served.ts'

/**
 * Gives each test of a file a new data folder and starts servers in it. After the test, stops the servers and removes
 * the folder.
 */
export function serversInFolder() {
  let folder = ''
  const servers: Served[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chartside-servers-'))
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.kill('SIGKILL')
    await stopEmbedded(folder)
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder: () => folder,
    async serve(args: string[] = ['--demo'], env: Record<string, string> = {}) {
      const server = await serveIn(folder, args, env)
      servers.push(server)
      return server
    },
  }
}

/** The process id of the database in a data folder. */
export const databasePid = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0])
