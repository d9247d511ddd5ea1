import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../fakes/fault-proxy.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let proxy: FaultProxy
let server: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  const url = new URL(database.url)
  proxy = await startFaultProxy(Number(url.port))
  url.port = `${proxy.port}`
  server = await startTestServer({ shared: { url: url.href, key: randomBytes(32) } })
})
afterAll(async () => {
  await server?.close()
  await proxy?.close()
  await database?.drop()
})

const statusOf = async (path: string) => (await fetch(server.url + path)).status
const state = async () => ((await (await fetch(`${server.url}/`)).json()) as { status: string }).status

test.each<[string, (on: boolean) => void]>([
  ['hangs', (on) => proxy.blackHole(on)],
  ['is away', (on) => proxy.outage(on)],
])('a server whose database %s lives, is not ready, and is ready again afterwards', async (_, fail) => {
  expect([await statusOf('/livez'), await statusOf('/readyz'), await state()]).toEqual([200, 200, 'ok'])
  fail(true)
  // More probes than the server has connections: none of them may wait for another one.
  const probes = await Promise.all(Array.from({ length: 50 }, () => statusOf('/readyz')))
  expect(probes).toEqual(Array<number>(50).fill(503))
  expect([await statusOf('/livez'), await state()]).toEqual([200, 'unavailable'])
  fail(false)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
})
