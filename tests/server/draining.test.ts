import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer } from './start-server.ts'

test('a server that closes refuses new requests with all headers of an answer, and ends when the last one has ended', async () => {
  const database = await freshDatabase()
  // With `shared`, `startTestServer` starts one server without a balancer, even if `BALANCED=1` is set. A balancer
  // would close its port before its servers, so the test would see no refused request.
  const server = await startTestServer({ shared: { url: database.url, key: randomBytes(32) } })
  const headers = { 'content-type': 'application/json', 'content-length': 100 }
  const unfinished = request(`${server.url}/api/user/login/email`, { method: 'POST', headers })
  // Ignore the error of this request, because the test ends it.
  unfinished.on('error', () => {})
  await new Promise((resolve) => unfinished.write('{', resolve))
  await expect.poll(async () => (await fetch(`${server.url}/api`)).status).toBe(200)
  const closed = server.close()
  const ask = () => fetch(`${server.url}/api`, { headers: { origin: 'https://clinic.example' } })
  await expect.poll(async () => (await ask()).status).toBe(503)
  const refused = await ask()
  expect(refused.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  unfinished.destroy()
  await closed
  await database.drop()
})
