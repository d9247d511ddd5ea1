import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { stopEmbedded } from '../../server/store/embedded/index.ts'
import { type Served, serveIn } from '../fakes/served.ts'
import { scratch } from './scratch.ts'

export { runScript } from '../fakes/served.ts'

/**
 * Gives each test a new data folder and starts servers in it. After the test, stops the servers and removes the folder.
 * With `sharedBy: 'all'`, all tests of the file or of the group use one folder and its servers.
 */
export function serversInFolder({ sharedBy }: { sharedBy: 'none' | 'all' } = { sharedBy: 'none' }) {
  let folder = ''
  const servers: Served[] = []
  const [before, after] = sharedBy === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach]
  before(async () => {
    folder = await mkdtemp(join(scratch, 'chartside-servers-'))
  })
  after(async () => {
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
