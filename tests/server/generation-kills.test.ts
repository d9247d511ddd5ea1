import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteServers, preparedNote } from '../bench/generation/note-server.ts'
import { isExhaustive } from '../exhaustive.ts'
import { writeThroughKills } from '../fakes/killed-notes.ts'
import { noteReply } from '../fakes/note-model.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'
import type { Served } from '../fakes/served.ts'
import { freshDatabase } from './fresh-database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let model: FakeOpenAi
let servers: Awaited<ReturnType<typeof noteServers>>
const started: Served[] = []
beforeEach(async () => {
  database = await freshDatabase()
  model = await startFakeOpenAi((request) => noteReply(request, { firstTokenMs: 400, tokensPerSecond: 80 }))
  servers = await noteServers({ url: database.url, key: randomBytes(32) }, model.baseUrl)
})
afterEach(async () => {
  for (const server of started.splice(0)) if (server.child.exitCode === null) await server.kill('SIGKILL')
  await model.close()
  await servers.close()
  await database.drop()
})

/** Runs one statement on a connection of its own, because no server may be running. Returns the rows. */
async function inDatabase(statement: string) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

// The server is killed after these shares of `killWithinMs`: near the beginning, in the middle and near the end of a
// note. The shares are fixed, so the moments are the same in each run.
const places = isExhaustive('several servers') ? [0.05, 0.5, 0.95] : [0.5]

test(`a server killed in the middle of a note, ${places.length} times, loses no note, writes none twice and uses one credit for each`, async () => {
  const moments = places.values()
  const { ids, reports } = await writeThroughKills({
    start: async () => {
      const server = await servers.start()
      started.push(server)
      return server
    },
    model,
    prepare: async (url) => {
      const prepared = await preparedNote(url, 3)
      await inDatabase(
        `insert into licenses (id, user_id, product, session_limit)
         select gen_random_uuid(), id, 'standard', 100 from users`,
      )
      return prepared
    },
    kills: places.length,
    killsAtATime: places.length,
    killWithinMs: 1500,
    random: () => moments.next().value ?? 0,
  })
  for (const { status, results } of reports) {
    expect(status).toBe('ready')
    expect(results.map(({ id, value }) => [id, value.length])).toEqual([
      ['f-0', 1],
      ['f-1', 1],
      ['f-2', 1],
    ])
  }
  const outputs = await inDatabase('select id from outputs')
  const credits = await inDatabase(`select output_id from usage where status = 'used' and license_id is not null`)
  expect(outputs.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(credits.map(({ output_id }) => output_id).sort()).toEqual([...ids].sort())
  expect(await inDatabase('select sum(session_used)::int as used from licenses')).toEqual([{ used: ids.length }])
}, 240_000)
