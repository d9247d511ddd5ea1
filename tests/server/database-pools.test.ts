import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { socketPath } from '../../lib/contracts/index.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { withoutTimeLimit } from '../../server/store/index.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const script = [{ speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 }]

let server: TestServer | undefined
afterEach(() => server?.close())

const startWith = async (env: Record<string, string>) => {
  server = await startTestServer({ env, deps: { speech: { engine: createScriptedEngine(script), message: null } } })
  return server
}

/**
 * Occupies all connections of `store.database`. All statements use these connections, except those of recordings, which
 * use `store.live`. The connections are occupied until `release` cancels the statements.
 */
function occupy({ store }: TestServer, connections: number) {
  const state = { ended: 0 }
  // Start more statements than there are connections, so that the other half waits for a connection.
  const statements = Array.from({ length: connections * 2 }, async () => {
    await store.database.execute(sql`select pg_sleep(600)`).catch(() => {})
    state.ended += 1
  })
  const release = () =>
    expect
      .poll(async () => {
        await store.live.execute(
          sql`select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'`,
        )
        return state.ended
      })
      .toBe(statements.length)
  return { state, release }
}

test('a recording begins, stores its words and ends while slow statements take every other connection', async () => {
  const own = await startWith({ DATABASE_CONNECTIONS: '3', DATABASE_STATEMENT_SECONDS: '600' })
  const { accessToken: token } = await newPerson(own.url)
  const { state, release } = occupy(own, 3)
  try {
    await expect
      .poll(async () => {
        const { rows } = await own.store.live.execute<{ busy: number }>(
          sql`select count(*)::int as busy from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`,
        )
        return rows[0]?.busy
      })
      .toBe(3)
    const { status, body } = await ask(own.url, 'POST /api/user/transcription/ticket', { token })
    expect(status).toBe(201)
    const client = connectRaw(`${own.url.replace('http', 'ws')}${socketPath}`, { ticket: body.ticket })
    const start = startMessage()
    await client.send(start)
    await client.sound(3000)
    await client.until(() => (client.duration ?? 0) >= 2)
    await client.send({ type: 'finish' })
    expect(await client.closed()).toBe(1000)
    const { rows } = await own.store.live.execute(
      sql`select status, duration_frames from transcripts where id = ${start.transactionId}`,
    )
    expect(rows).toEqual([{ status: 'ready', duration_frames: String(3 * 16_000) }])
    // The statements that occupy the connections are still running, so a call that needs one of these connections is
    // refused.
    expect(state.ended).toBe(0)
    expect(refusal(await ask(own.url, 'GET /api/user/reports', { token }))).toEqual([503, 'unavailable'])
  } finally {
    await release()
  }
})

test('PostgreSQL ends a statement that takes too long, and the call can be repeated', async () => {
  const own = await startWith({ DATABASE_STATEMENT_SECONDS: '0.2', DATABASE_LIVE_STATEMENT_SECONDS: '0.1' })
  for (const database of [own.store.database, own.store.live])
    await expect(database.execute(sql`select pg_sleep(600)`)).rejects.toMatchObject({ cause: { code: '57014' } })
  // Work of the server itself, such as deleting old rows, may take longer than a call.
  await withoutTimeLimit(own.store.database, (tx) => tx.execute(sql`select pg_sleep(0.5)`))
  const { accessToken: token } = await newPerson(own.url)
  expect((await ask(own.url, 'GET /api/user/reports', { token })).status).toBe(200)
  // PostgreSQL also ends a statement that waits for a locked table, so the call does not wait without end.
  await own.store.database.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`lock table outputs in access exclusive mode`)
    expect(refusal(await ask(own.url, 'GET /api/user/reports', { token }))).toEqual([503, 'unavailable'])
  })
})
