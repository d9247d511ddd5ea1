import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fixedKeys, openStore } from '../../server/store/index.ts'
import { ask, newPerson } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer } from './start-server.ts'

/** Runs a statement in one database of the server that the tests use. */
async function run(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** An empty database in which extensions cannot be created, as where the extension is not installed. */
async function databaseWithoutExtensions() {
  const database = await freshDatabase({ empty: true })
  await run(
    database.url,
    `create function refuse() returns event_trigger language plpgsql as
       $$ begin raise exception 'not installed' using errcode = 'feature_not_supported'; end $$;
     create event trigger refusing on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()`,
  )
  return database
}

const searchIndexes = async (url: string) =>
  (await run(url, "select indexname from pg_indexes where indexname like '%_search' order by 1")).rows.length

test('without pg_trgm the server starts and searches; the indexes come with the first start that finds it', async () => {
  const { url, drop } = await databaseWithoutExtensions()
  const key = randomBytes(32)
  try {
    const server = await startTestServer({ shared: { url, key } })
    try {
      const { accessToken: token } = await newPerson(server.url)
      const body = { text: 'Speaker 1: I slept well.', title: 'Visit of Tuesday' }
      await ask(server.url, 'POST /api/user/transcripts/submit/text', { token, body })
      const found = await ask(server.url, 'GET /api/user/transcripts?search=TUES', { token })
      expect(found.body).toMatchObject({ total: 1 })
      expect(await searchIndexes(url)).toBe(0)
    } finally {
      await server.close()
    }
    await run(url, 'drop event trigger refusing')
    const store = await openStore({ url, keys: fixedKeys(key), log: pino({ level: 'silent' }) })
    await store.close()
    expect(await searchIndexes(url)).toBe(6)
  } finally {
    await drop()
  }
})
