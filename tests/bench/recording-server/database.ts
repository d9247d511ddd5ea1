import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { userOwner } from '../../../server/authority/index.ts'
import { systemClock } from '../../../server/clock.ts'
import { keepDemoApart } from '../../../server/services/seed.ts'
import { createTakes } from '../../../server/services/transcripts/takes.ts'
import { startEmbedded, stopEmbedded } from '../../../server/store/embedded/index.ts'
import { fixedKeys, openStore } from '../../../server/store/index.ts'
import { users } from '../../../server/store/schema/index.ts'
import { noJobs } from '../../fakes/no-jobs.ts'

/** Starts a PostgreSQL database with one user in it, for a benchmark. */
export async function startDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-bench-'))
  const { url } = await startEmbedded(folder)
  const key = randomBytes(32)
  const store = await openStore({ url, keys: fixedKeys(key), log: pino({ level: 'silent' }) })
  // Marks the database as a database of the demo while it contains no user. Otherwise, servers that a benchmark starts
  // with --demo would refuse the database because of the user that is inserted below.
  await keepDemoApart({ database: store.database, clock: systemClock }, true)
  const userId = randomUUID()
  const person = { id: userId, email: 'ana@clinic.example', passwordHash: '-' }
  await store.database.insert(users).values(person as typeof users.$inferInsert)
  return {
    url,
    key,
    userId,
    /** The stored turns of a take. */
    async turnsOf(transactionId: string): Promise<readonly string[]> {
      const owner = { ...userOwner(userId), address: null, administratorId: null }
      const takes = createTakes({ store, clock: systemClock, jobs: noJobs })
      return (await takes.open({ transactionId, owner, language: 'en', channels: 2 })).turns
    },
    async close() {
      await store.close()
      await stopEmbedded(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type BenchDatabase = Awaited<ReturnType<typeof startDatabase>>
