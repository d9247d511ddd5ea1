import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DirectorySettings, directorySettings } from '../../lib/contracts/index.ts'
import { systemClock } from '../../server/clock.ts'
import { deleteExpired } from '../../server/services/retention.ts'
import { ask, smallLayout } from './ask.ts'
import { as, newDirectory } from './directory.ts'
import { bearing, good, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const dayMs = 24 * 60 * 60_000
/** Deletes old data as if this many days had passed. */
const afterDays = async (days: number, database = server.store.database) => {
  const { store } = server
  const clock = { ...systemClock, now: () => new Date(Date.now() + days * dayMs) }
  await deleteExpired({ database, store, clock } as never, new AbortController().signal)
}

type RetentionDays = DirectorySettings['retentionDays']

/** A directory with one transcript and two notes, of which one is signed. */
async function directoryWithNotes(retentionDays: RetentionDays) {
  const { directoryId, owner } = await newDirectory(server.url)
  const call = as(server.url, owner)
  const setRetention = async (retentionDays: RetentionDays) => {
    const settings = { ...directorySettings.parse({}), retentionDays }
    expect((await call(`PUT /api/user/directories/settings/${directoryId}`, settings)).status).toBe(200)
  }
  await setRetention(retentionDays)
  const { body: layout } = await call('POST /api/user/layouts', smallLayout)
  const text = 'Speaker 1: I slept well.'
  const { body: transcript } = await call('POST /api/user/transcripts/submit/text', { text })
  const note = async () => {
    const request = { layoutId: layout._id, transcriptId: transcript.id, patientId: 'P-1' }
    return (await call('POST /api/user/reports?wait=30', request)).body
  }
  const [draft, signed] = [await note(), await note()]
  const signing = await call(`POST /api/user/reports/${signed._id}/sign`, { version: signed.version })
  expect(signing.status).toBe(200)
  const statusOf = async (path: string) => (await call(`GET /api/user/${path}`)).status
  return {
    directoryId,
    call,
    setRetention,
    transcript: () => statusOf(`transcripts/${transcript.id}`),
    draft: () => statusOf(`reports/${draft._id}`),
    signed: () => statusOf(`reports/${signed._id}`),
    ids: { transcript: transcript.id as string, draft: draft._id as string, signed: signed._id as string },
  }
}

describe('retention', () => {
  test('deletes transcripts and unsigned notes of a directory after its number of days, and never signed ones', async () => {
    const notes = await directoryWithNotes({ transcripts: 30, outputs: 60 })
    await afterDays(29)
    expect([await notes.transcript(), await notes.draft(), await notes.signed()]).toEqual([200, 200, 200])
    await afterDays(31)
    expect([await notes.transcript(), await notes.draft(), await notes.signed()]).toEqual([404, 200, 200])
    await afterDays(61)
    expect([await notes.transcript(), await notes.draft(), await notes.signed()]).toEqual([404, 404, 200])
  })

  test('keeps a signed note that is unlocked for a correction', async () => {
    const notes = await directoryWithNotes({ transcripts: 30, outputs: 60 })
    const { body } = await notes.call(`GET /api/user/reports/${notes.ids.signed}`)
    const unlocking = { version: body.version, reason: 'The date is wrong.' }
    expect((await notes.call(`POST /api/user/reports/${notes.ids.signed}/unlock`, unlocking)).status).toBe(200)
    await afterDays(61)
    expect([await notes.draft(), await notes.signed()]).toEqual([404, 200])
  })

  test('leaves an audit row without a person, which names the directory', async () => {
    const notes = await directoryWithNotes({ transcripts: 1, outputs: 1 })
    await afterDays(2)
    const { rows } = await server.store.database.execute(
      `select action, user_id, directory_id from audit_entries where subject_id in ('${notes.ids.transcript}', '${notes.ids.draft}') and action like '%.expire' order by action`,
    )
    expect(rows).toEqual([
      { action: 'report.expire', user_id: null, directory_id: notes.directoryId },
      { action: 'transcript.expire', user_id: null, directory_id: notes.directoryId },
    ])
  })

  test('keeps everything of a directory without a number of days, and of people without a directory', async () => {
    const notes = await directoryWithNotes({ transcripts: null, outputs: null })
    await afterDays(3000)
    expect([await notes.transcript(), await notes.draft(), await notes.signed()]).toEqual([200, 200, 200])
  })

  test('deletes the streams of written notes after a week; the notes keep their results', async () => {
    const notes = await directoryWithNotes({ transcripts: null, outputs: null })
    const count = async () =>
      (
        await server.store.database.execute<{ count: number }>(
          `select count(*)::int as count from output_events where output_id = '${notes.ids.draft}'`,
        )
      ).rows[0]?.count
    expect(await count()).toBeGreaterThan(0)
    await afterDays(8)
    expect(await count()).toBe(0)
    expect((await notes.call(`GET /api/user/reports/${notes.ids.draft}`)).body.results.length).toBeGreaterThan(0)
  })

  test('deletes a recording without words after 30 days, and no other transcript', async () => {
    const { owner, directoryId } = await newDirectory(server.url)
    const [empty, spoken, later, finished] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const insert = (id: string, status: string, touchedDays: number) =>
      server.store.database.execute(
        `insert into transcripts (id, user_id, directory_id, title, language, status, updated_at) values ('${id}', '${owner.userId}', '${directoryId}', 'Visit', 'en', '${status}', now() + interval '${touchedDays} days')`,
      )
    await insert(empty, 'recording', 0)
    await insert(spoken, 'recording', 0)
    await insert(later, 'recording', 10)
    await insert(finished, 'ready', 0)
    await server.store.database.execute(
      `insert into transcript_turns (transcript_id, position, words) values ('${spoken}', 0, '\\x00')`,
    )
    await afterDays(31)
    const { rows } = await server.store.database.execute(
      `select id from transcripts where user_id = '${owner.userId}' order by id`,
    )
    expect(rows.map(({ id }) => id)).toEqual([spoken, later, finished].sort())
  })

  test('keeps a transcript that is still being made, although the organisation keeps transcripts for one day only', async () => {
    const { directoryId, call } = await directoryWithNotes({ transcripts: 1, outputs: null })
    const [owner] = (
      await server.store.database.execute<{ user_id: string }>(
        `select user_id from transcripts where directory_id = '${directoryId}'`,
      )
    ).rows
    const statuses = ['recording', 'transcribing', 'ocr-waiting', 'ready', 'failed']
    for (const status of statuses)
      await server.store.database.execute(
        `insert into transcripts (id, user_id, directory_id, title, language, status) values ('${randomUUID()}', '${owner?.user_id}', '${directoryId}', 'Visit', 'en', '${status}')`,
      )
    await afterDays(2)
    const kept: { status: string }[] = (await call('GET /api/user/transcripts')).body.items
    expect(kept.map(({ status }) => status).sort()).toEqual(['ocr-waiting', 'recording', 'transcribing'])
  })

  test.each(['transcripts', 'outputs'] as const)(
    'of %s ends with the batch in which a manager takes the number of days back',
    async (table) => {
      const notes = await directoryWithNotes({ transcripts: null, outputs: null })
      const { database } = server.store
      const copied = table === 'transcripts' ? notes.ids.transcript : notes.ids.draft
      await database.execute(
        `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('id', copy, 'identifier', copy))).* from ${table} as one, lateral (select gen_random_uuid() as copy from generate_series(1, 700)) as copies where one.id = '${copied}'`,
      )
      const rowsLeft = async () => {
        const { rows } = await database.execute<{ n: number }>(
          `select count(*)::int as n from ${table} where directory_id = '${notes.directoryId}'`,
        )
        return rows[0]?.n ?? 0
      }
      const before = await rowsLeft()
      await notes.setRetention({ transcripts: null, outputs: null, [table]: 3 })
      let isTakenBack = false
      const transaction: typeof database.transaction = async (...given) => {
        const result = await database.transaction(...given)
        if (!isTakenBack && (await rowsLeft()) < before) {
          isTakenBack = true
          await notes.setRetention({ transcripts: null, outputs: null })
        }
        return result
      }
      await afterDays(4, Object.assign(Object.create(database), { transaction }))
      expect([isTakenBack, await rowsLeft()]).toEqual([true, before - 500])
    },
  )

  test('stops while another server does the same', async () => {
    const notes = await directoryWithNotes({ transcripts: 1, outputs: 1 })
    await server.store.database.transaction(async (tx) => {
      await tx.execute('select pg_advisory_xact_lock(7204419)')
      await afterDays(2)
      expect(await notes.draft()).toBe(200)
    })
    await afterDays(2)
    expect(await notes.draft()).toBe(404)
    expect((await ask(server.url, 'GET /api')).status).toBe(200)
  })
})

test('data of the sandbox is deleted after 30 days, and live data stays', async () => {
  const partner = await newPartner(server)
  const asked = {
    template: { name: 'Note', instructions: '', fields: smallLayout.fields },
    transcript: 'Speaker 1: I slept well.',
  }
  const made = async (key: string) => {
    const call = bearing(server, await tokenOf(server, key, 'clinic'))
    good(await call('POST /api/customer/template', smallLayout))
    good(await call('POST /api/customer/output/generate?wait=30', asked))
    const total = async (noun: string) => good(await call(`GET /api/customer/${noun}`)).total as number
    return () => Promise.all(['template', 'transcript', 'output'].map(total))
  }
  const [live, sandbox] = [await made(partner.live), await made(partner.test)]
  const testCustomers = async () => {
    const which = `access_id = '${partner.accessId}' and test`
    const { rows } = await server.store.database.execute(`select identifier from customers where ${which}`)
    return rows.map(({ identifier }) => identifier).sort()
  }
  await tokenOf(server, partner.test, 'without rows')
  await afterDays(29)
  expect(await sandbox()).toEqual([1, 1, 1])
  expect(await testCustomers()).toEqual(['clinic', 'without rows'])
  await afterDays(31)
  expect(await live()).toEqual([1, 1, 1])
  const { rows } = await server.store.database.execute(
    `select test from customers where access_id = '${partner.accessId}'`,
  )
  expect(rows).toEqual([{ test: false }])
})
