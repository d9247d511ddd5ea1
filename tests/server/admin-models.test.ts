import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { embeddedWriter } from '../../server/generation/index.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { seedModels } from '../../server/services/models.ts'
import { type FollowedWriters, followWriters } from '../../server/writers.ts'
import { administrator, asking, auditOf } from './administrator.ts'
import { refusal } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const secret = 'sk-never-shown'
const env = {
  MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
  MODEL_NAME: 'clinic-large',
  MODEL_API_KEY: secret,
  ANTHROPIC_API_KEY: secret,
}
const config = readConfig(env)

let database: Awaited<ReturnType<typeof freshDatabase>>
/** Two servers of one database, with the writers that each of them uses. */
let one: TestServer
let two: TestServer
const followed: FollowedWriters[] = []
let call: ReturnType<typeof asking>
beforeAll(async () => {
  database = await freshDatabase()
  const shared = { url: database.url, key: randomBytes(32) }
  const engine = {
    ...createScriptedEngine([]),
    model: { name: 'zipformer-en', wordErrorRate: 8.4 },
    fileModel: { name: 'parakeet', wordErrorRate: null },
  }
  one = await startTestServer({ env, shared, deps: { speech: { engine, message: null } } })
  two = await startTestServer({ env, shared })
  await seedModels({ database: one.store.database, clock: { now: () => new Date() } }, config.models)
  for (const { store } of [one, two]) followed.push(await followWriters(store, config, pino({ level: 'silent' })))
  call = asking(one, await administrator(one))
})
afterAll(async () => {
  for (const { close } of followed) close()
  await one.close()
  await two.close()
  await database.drop()
})

const nameOn = (index: number, slot: number) => followed[index]?.writers(slot).name
const careful = { provider: 'anthropic', modelId: 'careful-1', name: 'Careful', contextSize: 200_000 }

test('the slots are listed with their providers, and never with a key', async () => {
  const { body } = await call('GET /api/admin/models')
  expect(body.models).toMatchObject([
    { slot: 0, provider: 'openai-compatible', name: 'clinic-large', edited: false, price: null },
    { slot: 1, provider: 'embedded', edited: false },
  ])
  expect(body.providers).toContainEqual({ provider: 'anthropic', configured: true })
  expect(body.providers).toContainEqual({ provider: 'azure', configured: false })
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('the speech engine is listed with its models and their measured share of wrong words', async () => {
  expect((await call('GET /api/admin/models')).body.speech).toEqual({
    engine: 'scripted',
    label: expect.stringContaining('Scripted'),
    model: { name: 'zipformer-en', wordErrorRate: 8.4 },
    fileModel: { name: 'parakeet', wordErrorRate: null },
  })
})

test('a change is used by every server at once, and listed for those who choose a model', async () => {
  expect(nameOn(1, 3)).toBe('clinic-large')
  const { status, body } = await call('POST /api/admin/models', { slot: 3, model: careful })
  expect([status, JSON.stringify(body).includes(secret)]).toEqual([200, false])
  for (const server of [0, 1]) await expect.poll(() => nameOn(server, 3)).toBe('Careful')
  const { models } = (await call('GET /api/user/models')).body
  expect(models).toContainEqual({ slot: 3, ...careful })
  // A server that starts later does not overwrite what an administrator has set.
  await seedModels({ database: one.store.database, clock: { now: () => new Date() } }, config.models)
  expect((await call('GET /api/admin/models')).body.models).toContainEqual({
    slot: 3,
    ...careful,
    price: null,
    edited: true,
    reviewer: 'self',
    reasoning: null,
    maxOutputTokens: 0,
    fallbackSlot: null,
    lastFailure: null,
  })
  expect((await auditOf(one, '3')).map(([action]) => action)).toEqual(['model.update'])
})

test('the notes of a slot are reviewed by its own model, another one or nobody, on every server at once', async () => {
  const set = (reviewer: unknown) => call('POST /api/admin/models', { slot: 5, model: { ...careful, reviewer } })
  const reviewerOn = (server: 0 | 1) => followed[server]?.writers(5).reviewer
  expect((await set(undefined)).body.models).toContainEqual(expect.objectContaining({ slot: 5, reviewer: 'self' }))
  expect((await set('off')).body.models).toContainEqual(expect.objectContaining({ slot: 5, reviewer: 'off' }))
  for (const server of [0, 1] as const) await expect.poll(() => reviewerOn(server)).toBeNull()
  await set(0)
  for (const server of [0, 1] as const) await expect.poll(() => reviewerOn(server)?.slot).toBe(0)
  // Slot 9 has no model, so the model of slot 5 reviews its notes itself.
  await set(9)
  for (const server of [0, 1] as const) await expect.poll(() => reviewerOn(server)).toBeUndefined()
  expect((await set('somebody')).status).toBe(400)
  await call('POST /api/admin/models', { slot: 5, model: null })
})

test('a slot follows the configuration again on request', async () => {
  const price = { inputPerMillion: 3, outputPerMillion: 15 }
  await call('POST /api/admin/models', { slot: 0, model: { ...careful, price } })
  await expect.poll(() => nameOn(1, 0)).toBe('Careful')
  // For every model of Anthropic, a token that is read from the cache costs 0.1 of the price of an input token, and a
  // token that is written to the cache costs 1.25 of this price.
  expect(followed[1]?.writers(0).price).toEqual({ ...price, cachedPerMillion: 3 * 0.1, keptPerMillion: 3 * 1.25 })
  const { body } = await call('POST /api/admin/models', { slot: 0, model: null })
  expect(body.models[0]).toMatchObject({ slot: 0, name: 'clinic-large', edited: false })
  await expect.poll(() => nameOn(1, 0)).toBe('clinic-large')
  await call('POST /api/admin/models', { slot: 3, model: null })
  expect((await call('GET /api/admin/models')).body.models.map(({ slot }: { slot: number }) => slot)).toEqual([0, 1])
})

test('the writer of the server can be given a slot, too', async () => {
  const model = { provider: 'embedded', modelId: 'embedded', name: 'By the server' }
  expect((await call('POST /api/admin/models', { slot: 14, model })).status).toBe(200)
  await expect.poll(() => nameOn(1, 14)).toBe(embeddedWriter.name)
})

test('a provider that is not configured, or that does not exist, is refused with a sentence, and so is a wrong slot', async () => {
  const set = (slot: number, provider: string) =>
    call('POST /api/admin/models', { slot, model: { ...careful, provider } })
  const refused = await set(5, 'azure')
  expect(refusal(refused)).toEqual([400, 'invalid_request'])
  expect(refused.body.message).toContain('The model provider azure is not set up on this server. AZURE_API_KEY')
  expect((await set(5, 'nobody')).body.message).toContain('There is no model provider with this name.')
  for (const slot of [-1, 15, 0.5]) expect(refusal(await set(slot, 'anthropic'))).toEqual([400, 'invalid_request'])
})
