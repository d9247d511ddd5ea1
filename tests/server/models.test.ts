import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../server/config.ts'
import { embeddedWriter } from '../../server/generation/index.ts'
import { configuredModels, seedModels } from '../../server/services/models.ts'
import { chooseWriters } from '../../server/writers.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const secret = 'sk-never-shown'
const hosted = readConfig({
  MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
  MODEL_NAME: 'clinic-large',
  MODEL_API_KEY: secret,
  MODEL_CONTEXT_SIZE: '128000',
  MODEL_PRICE: '0.15/0.60',
})

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await newPerson(server.url)).accessToken
})
afterAll(() => server.close())

const seed = (config: Config) =>
  seedModels({ database: server.store.database, clock: { now: () => new Date() } }, config.models)
const writersOf = (config: Config) => chooseWriters(configuredModels(config.models), config)
const list = async (query = '') => (await ask(server.url, `GET /api/user/models${query}`, { token })).body

describe('the models that a field can choose', () => {
  test('come from the configuration, and are listed without its key', async () => {
    await seed(hosted)
    const body = await list()
    expect(body.models).toEqual([
      { slot: 0, name: 'clinic-large', provider: 'openai-compatible', modelId: 'clinic-large', contextSize: 128000 },
      { slot: 1, name: 'Built-in writer', provider: 'embedded', modelId: 'embedded', contextSize: 0 },
    ])
    expect(JSON.stringify(body)).not.toContain(secret)
    const { rows } = await server.store.database.execute('select * from models order by slot')
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0]).toMatchObject({ price: { inputPerMillion: 0.15, outputPerMillion: 0.6 } })
  })

  test('are served by the writers of the same slots', () => {
    const writers = writersOf(hosted)
    expect([writers(0).name, writers(1).name, writers(14).name]).toEqual([
      'clinic-large',
      embeddedWriter.name,
      'clinic-large',
    ])
    const alone = writersOf(readConfig({}))
    expect([alone(0).name, alone(7).name]).toEqual([embeddedWriter.name, embeddedWriter.name])
  })

  test('can be restricted by a key: a slot, a name, a model id or a provider', async () => {
    await seed(hosted)
    const slots = async (key: string) =>
      (await list(`?key=${encodeURIComponent(key)}`)).models.map(({ slot }: { slot: number }) => slot)
    expect(await slots('1')).toEqual([1])
    expect(await slots('Clinic-Large')).toEqual([0])
    expect(await slots('embedded')).toEqual([1])
    expect(await slots('')).toEqual([0, 1])
    expect(await slots('nothing of the kind')).toEqual([])
  })

  test('follow the configuration at the next start, except those that an administrator set', async () => {
    await seed(hosted)
    await server.store.database.execute(
      `insert into models (slot, provider, model_id, name, edited) values (3, 'azure', 'x', 'By hand', true)`,
    )
    await server.store.database.execute(`update models set name = 'Renamed', edited = true where slot = 0`)
    await Promise.all([seed(readConfig({})), seed(readConfig({}))])
    const { models } = await list()
    expect(models.map(({ slot, name }: { slot: number; name: string }) => [slot, name])).toEqual([
      [0, 'Renamed'],
      [3, 'By hand'],
    ])
  })

  test('are not listed for anybody who is not signed in', async () => {
    expect(refusal(await ask(server.url, 'GET /api/user/models'))).toEqual([401, 'not_signed_in'])
    expect(refusal(await ask(server.url, 'GET /api/user/models?what=1', { token }))).toEqual([400, 'invalid_request'])
  })
})
