import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let servers: TestServer[]
beforeAll(async () => {
  database = await freshDatabase()
  const shared = { url: database.url, key: randomBytes(32) }
  const deps = { attempts: { ...attemptLimits, expensivePerPerson: 4 } }
  servers = [await startTestServer({ shared, deps }), await startTestServer({ shared, deps })]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.drop()
})

const generate = (at: number, token: string) => {
  const server = servers[at % servers.length]
  return ask(server?.url ?? '', 'POST /api/user/layouts/generate', { token, body: { description: 'Mood and sleep.' } })
}

test('expensive calls of one person are limited across servers, with the seconds to wait; others are not affected', async () => {
  const [busy, other] = [await newPerson(servers[0]?.url ?? ''), await newPerson(servers[0]?.url ?? '')]
  const answers = []
  for (let i = 0; i < 8; i++) answers.push(await generate(i, busy.accessToken))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429, 429, 429, 429])
  for (const refused of answers.slice(4)) {
    expect(refusal(refused)).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
  const layouts = await ask(servers[0]?.url ?? '', 'GET /api/user/layouts?access=owner', { token: busy.accessToken })
  expect(layouts.body.total).toBe(4)
  expect((await generate(0, other.accessToken)).status).toBe(201)
})
