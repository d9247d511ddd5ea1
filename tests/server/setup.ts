import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { startEmbedded, stopEmbedded } from '../../server/store/embedded/index.ts'
import { migrateDatabase } from '../../server/store/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the migrated template database, in a real PostgreSQL, that fresh databases are copied from. */
    templateUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-tests-'))
  const { url } = await startEmbedded(folder)
  const templateUrl = url.replace(/\/postgres$/, '/template_chartside')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
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
