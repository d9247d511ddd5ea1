import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, newPerson, password, refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await newPerson(server.url)).accessToken
})
afterAll(() => server.close())

const keyed = (key: string) => ({ 'idempotency-key': key })
const create = (key: string, body: unknown = smallLayout, by = token) =>
  ask(server.url, 'POST /api/user/layouts', { token: by, body, headers: keyed(key) })
const countOf = async (table: string) =>
  Number((await server.store.database.execute(`select count(*) as n from ${table}`)).rows[0]?.n)

describe('an Idempotency-Key', () => {
  test('gives repeated and simultaneous calls the same answer and one effect', async () => {
    const key = randomUUID()
    const before = await countOf('layouts')
    const answers = await Promise.all([create(key), create(key), create(key), create(key)])
    const later = await create(key)
    expect(new Set([...answers, later].map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set([...answers, later].map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await countOf('layouts')).toBe(before + 1)
  })

  test('that is reused for another request is refused', async () => {
    const key = randomUUID()
    await create(key)
    expect(refusal(await create(key, { ...smallLayout, name: 'Other' }))).toEqual([409, 'idempotency_mismatch'])
    const copy = await ask(server.url, `POST /api/user/layouts/${(await create(key)).body._id}/copy`, {
      token,
      headers: keyed(key),
    })
    expect(refusal(copy)).toEqual([409, 'idempotency_mismatch'])
  })

  test('of one person has no meaning for another', async () => {
    const key = randomUUID()
    const mine = await create(key)
    const other = await newPerson(server.url)
    const theirs = await create(key, smallLayout, other.accessToken)
    expect(theirs.status).toBe(201)
    expect(theirs.body._id).not.toBe(mine.body._id)
  })

  test('of a failed call can be used again for the corrected one', async () => {
    const key = randomUUID()
    const body = { layoutId: randomUUID(), transcript: 'Speaker 1: Hello to you.', patientId: 'P' }
    const failed = await ask(server.url, 'POST /api/user/reports', { token, body, headers: keyed(key) })
    expect(failed.status).toBe(404)
    expect((await create(key)).status).toBe(201)
  })

  test('keeps no copy of data that was deleted since', async () => {
    const key = randomUUID()
    const body = { text: 'Speaker 1: Not to be kept.' }
    const call = () => ask(server.url, 'POST /api/user/transcripts/submit/text', { token, body, headers: keyed(key) })
    const { id } = (await call()).body
    await ask(server.url, `DELETE /api/user/transcripts/${id}`, { token })
    const { rows } = await server.store.database.execute(
      `select answer from idempotency_keys where subject_id = '${id}'`,
    )
    expect(rows).toEqual([{ answer: null }])
    expect(refusal(await call())).toEqual([404, 'not_found'])
  })

  test('of a registration creates one account, and returns no token twice', async () => {
    const body = { email: `${randomUUID()}@clinic.example`, password }
    const call = () => ask(server.url, 'POST /api/user/register', { body, headers: keyed('register-once') })
    const first = await call()
    const second = await call()
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.accessToken).not.toBe(first.body.accessToken)
    const account = await ask(server.url, 'GET /api/user/account', { token: second.body.accessToken })
    expect(account.body.email).toBe(body.email)
  })

  test('that is empty or too long is refused', async () => {
    for (const key of ['', 'x'.repeat(256)]) expect(refusal(await create(key))).toEqual([400, 'invalid_request'])
  })
})

test('the stored answers are encrypted', async () => {
  await create(randomUUID(), { ...smallLayout, name: 'Findable words' })
  const { rows } = await server.store.database.execute(
    `select encode(answer, 'escape') as answer, fingerprint from idempotency_keys`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('Findable words')
})
