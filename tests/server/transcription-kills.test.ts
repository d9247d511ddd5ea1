import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userOwner } from '../../server/authority/index.ts'
import { systemClock } from '../../server/clock.ts'
import { createTakes } from '../../server/services/transcripts/takes.ts'
import type { Store } from '../../server/store/index.ts'
import { users } from '../../server/store/schema/index.ts'
import { isExhaustive } from '../exhaustive.ts'
import { recordThroughKills } from '../fakes/killed-servers.ts'
import { noJobs } from '../fakes/no-jobs.ts'
import { checkWords, whole } from '../fakes/numbered-recording.ts'
import { freshStore } from './fresh-store.ts'

let store: Store
let fresh: Awaited<ReturnType<typeof freshStore>>
const key = randomBytes(32)
beforeAll(async () => {
  fresh = await freshStore(key)
  store = fresh.store
})
afterAll(() => fresh.close())

it('a server killed at any moment of a recording loses nothing: another one continues with the same words', async () => {
  const userId = randomUUID()
  await store.database
    .insert(users)
    .values({ id: userId, email: 'ana@clinic.example', passwordHash: '-' } as typeof users.$inferInsert)
  const [seconds, planned] = isExhaustive('kills during a recording') ? [60, 4] : [30, 2]
  const { transactionId, kills } = await recordThroughKills({
    store: { url: fresh.url, key },
    userId,
    seconds,
    speed: 5,
    random: Math.random,
    kills: planned,
  })
  const takes = createTakes({ store, clock: systemClock, jobs: noJobs })
  const owner = { ...userOwner(userId), address: null, administratorId: null }
  const { turns } = await takes.open({ transactionId, owner, language: 'en', channels: 2 })
  expect(checkWords(seconds, turns)).toEqual(whole)
  expect(kills).toBe(planned)
})
