import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { userOwner } from '../../server/authority/index.ts'
import { systemClock } from '../../server/clock.ts'
import { createTakes } from '../../server/services/transcripts/takes.ts'
import type { Store } from '../../server/store/index.ts'
import { transcripts, transcriptTurns, users } from '../../server/store/schema/index.ts'
import { batchCommits, StaleEpoch } from '../../server/transcription/index.ts'
import { noJobs } from '../fakes/no-jobs.ts'
import { freshStore } from './fresh-store.ts'

describe('commits of many takes', () => {
  let store: Store
  let fresh: Awaited<ReturnType<typeof freshStore>>
  let owner: ReturnType<typeof userOwner> & { address: null; administratorId: null }
  beforeAll(async () => {
    fresh = await freshStore()
    store = fresh.store
    const id = randomUUID()
    await store.database
      .insert(users)
      .values({ id, email: 'ana@clinic.example', passwordHash: '-' } as typeof users.$inferInsert)
    owner = { ...userOwner(id), address: null, administratorId: null }
  })
  afterAll(() => fresh.close())

  const begin = async () => {
    const takes = createTakes({ store, clock: systemClock, jobs: noJobs })
    const transactionId = randomUUID()
    const open = () => takes.open({ transactionId, owner, language: 'en', channels: 2 })
    const { epoch } = await open()
    const commit = (fromTurn: number, turns: string[], frames: number, under = epoch) =>
      takes.commit({
        transactionId,
        epoch: under,
        fromTurn,
        turns,
        turnBeginsMs: turns.map((_, index) => 10 * (fromTurn + index)),
        // A turn of four characters is one unclear word. Every other turn has no unclear words.
        turnUnclear: turns.map((turn) => (turn.length === 4 ? [0] : [])),
        durationFrames: frames,
        channelFrames: [frames, frames + 1],
      })
    return { takes, transactionId, open, commit }
  }

  it('replace turns from an index on, and move the position with them', async () => {
    const take = await begin()
    await take.commit(0, ['one', 'two', 'three'], 100)
    await take.commit(1, ['zwei'], 200)
    await take.commit(2, ['drei', 'vier'], 300)
    await take.commit(4, [], 400)
    expect(await take.open()).toEqual({
      epoch: 2,
      durationFrames: 400,
      channelFrames: [400, 401],
      turns: ['one', 'zwei', 'drei', 'vier'],
      turnBeginsMs: [0, 10, 20, 30],
      turnUnclear: [[], [0], [0], [0]],
    })
  })

  it('of running recordings write no index again', async () => {
    const takes = await Promise.all(Array.from({ length: 20 }, begin))
    const counts = async () => {
      const { rows } = await store.database.execute(
        sql`select n_tup_upd::int as updates, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'transcripts'`,
      )
      return rows[0] as { updates: number; hot: number }
    }
    const before = await counts()
    let second = 0
    const commitAll = () => Promise.all(takes.map(({ commit }) => commit(0, ['words'], ++second * 16_000)))
    while (second < 1_000) await commitAll()
    // A connection reports its counts with a later commit.
    await expect
      .poll(async () => {
        await commitAll()
        return (await counts()).updates - before.updates
      })
      .toBeGreaterThan(900)
    const { updates, hot } = await counts()
    expect((hot - before.hot) / (updates - before.updates)).toBeGreaterThanOrEqual(0.95)
  })

  it('go in one statement, and an outdated one among them fails alone and writes nothing', async () => {
    const takes = createTakes({ store, clock: systemClock, jobs: noJobs })
    const many = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const transactionId = randomUUID()
        const { epoch } = await takes.open({ transactionId, owner, language: 'en', channels: 1 })
        return { transactionId, epoch: index === 5 ? epoch - 1 : epoch }
      }),
    )
    const execute = vi.spyOn(store.database, 'execute')
    const settled = await Promise.allSettled(
      many.map((one) =>
        takes.commit({ ...one, fromTurn: 0, turns: ['a', 'b'], durationFrames: 16, channelFrames: [16] }),
      ),
    )
    expect(execute).toHaveBeenCalledTimes(1)
    execute.mockRestore()
    expect(settled.flatMap((one, index) => (one.status === 'rejected' ? [[index, one.reason]] : []))).toEqual([
      [5, expect.any(StaleEpoch)],
    ])
    for (const [index, { transactionId }] of many.entries()) {
      const words = await store.database
        .select()
        .from(transcriptTurns)
        .where(eq(transcriptTurns.transcriptId, transactionId))
      const [row] = await store.database.select().from(transcripts).where(eq(transcripts.id, transactionId))
      expect([words.length, row?.durationFrames]).toEqual(index === 5 ? [0, 0] : [2, 16])
    }
  })

  it('fail together when the statement does, and are retried', async () => {
    let away = true
    const written: string[] = []
    const commit = batchCommits(async (commits) => {
      if (away) throw new Error('The store is away.')
      written.push(...commits.map(({ transactionId }) => transactionId))
      return commits.map(() => true)
    })
    const one = (transactionId: string) =>
      commit({ transactionId, epoch: 1, fromTurn: 0, turns: [], durationFrames: 1, channelFrames: [1] })
    const failed = await Promise.allSettled([one('a'), one('b')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    away = false
    await Promise.all([one('a'), one('b')])
    expect(written).toEqual(['a', 'b'])
  })
})
