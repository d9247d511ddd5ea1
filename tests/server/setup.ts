import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { startEmbedded, stopEmbedded } from '../../server/store/embedded/index.ts'
import { migrateDatabase } from '../../server/store/migrate.ts'
import { isAlive } from '../../server/store/processes.ts'
import { scratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated template database, in a real PostgreSQL, that fresh databases are copied from. */
    templateUrl: string
  }
}

/**
 * How the folders of this machine begin. A container may share the memory's file system with its host. There, the number
 * of a process that runs in the container means nothing, so the name contains where the numbers are valid.
 */
async function folderPrefix(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `chartside-tests-${/\d+/.exec(namespace)?.[0] ?? 'host'}-`
}

/** Stops the databases of test runs that were killed, and removes their folders. */
async function removeLeftOver(prefix: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (Number.isNaN(pid) || isAlive(pid)) continue
    const folder = join(scratch, name)
    await stopEmbedded(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = await folderPrefix()
  await removeLeftOver(prefix)
  const folder = await mkdtemp(join(scratch, `${prefix}${process.pid}-`))
  const { url } = await startEmbedded(folder)
  const templateUrl = url.replace(/\/postgres$/, '/template_chartside')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Keeps the write-ahead log short, because it may be in memory.
  for (const [setting, value] of Object.entries({ max_wal_size: '128MB', min_wal_size: '64MB' }))
    await client.query(`alter system set ${setting} = '${value}'`)
  await client.query('select pg_reload_conf()')
  // The tests open thousands of connections. With the usual number of iterations, the password is the larger part of it.
  await client.query(`set scram_iterations = 1; alter user current_user password '${new URL(url).password}'`)
  await client.query('create database template_chartside')
  await client.end()

  await migrateDatabase(templateUrl)
  const boss = new PgBoss({ connectionString: templateUrl, max: 1, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })

  project.provide('templateUrl', templateUrl)
  return async () => {
    await stopEmbedded(folder)
    await rm(folder, { recursive: true, force: true })
  }
}
