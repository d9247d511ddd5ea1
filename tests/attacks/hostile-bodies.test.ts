import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints, type Endpoint, limits } from '../../lib/contracts/index.ts'
import { newPerson } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { filled, shapes } from './hostile-bodies/shapes.ts'

let server: TestServer
let token = ''
beforeAll(async () => {
  server = await startTestServer()
  token = (await newPerson(server.url)).accessToken
})
afterAll(() => server.close())

const ordinary = (bytes: number) => `{"name":"${filled('a', bytes - 16)}"}`

/** Sends a body to a call. Returns the time in ms that this thread has computed, whatever else the machine does. */
async function costOf({ method, path }: Endpoint, text: string): Promise<number> {
  const body = new TextEncoder().encode(text)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const before = process.threadCpuUsage()
  const response = await fetch(`${server.url}/api${path}`, { method, headers, body })
  await response.arrayBuffer()
  const { user, system } = process.threadCpuUsage(before)
  expect([400, 413]).toContain(response.status)
  return (user + system) / 1000
}

/**
 * The least of three costs, because a collection of garbage may fall into one of them. If it is more than `enoughMs`, up
 * to six more are measured: other work of the machine slows the memory down for a while.
 */
async function leastCostOf(endpoint: Endpoint, text: string, enoughMs = Number.POSITIVE_INFINITY): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let request = 0; request < 3 || (least >= enoughMs && request < 9); request += 1)
    least = Math.min(least, await costOf(endpoint, text))
  return least
}

const ofPeople = allEndpoints.filter(
  ({ audience, method, path, kind, rate, body }) =>
    audience === 'user' &&
    method !== 'GET' &&
    body !== undefined &&
    kind !== 'multipart' &&
    rate !== 'expensive' &&
    !path.includes('{'),
)
/** One call for each size of a body, because the same code reads the bodies of all calls. */
const calls = [...new Map(ofPeople.map((endpoint) => [endpoint.bodyMaxBytes, endpoint])).values()]

test.each(Object.entries(shapes))('%s cost the thread that answers no more than an ordinary text', async (_, shape) => {
  expect(calls.map(({ bodyMaxBytes }) => bodyMaxBytes)).toContain(limits.sessionBodyMaxBytes)
  for (const endpoint of calls) {
    // A little is free, because small bodies cost less than the clock can tell.
    const ordinaryMs = (await leastCostOf(endpoint, ordinary(endpoint.bodyMaxBytes))) + 10
    const hostileMs = await leastCostOf(endpoint, shape(endpoint.bodyMaxBytes), 2 * ordinaryMs)
    expect(hostileMs, `${endpoint.path}: an ordinary text costs ${ordinaryMs} ms`).toBeLessThan(2 * ordinaryMs)
  }
})
