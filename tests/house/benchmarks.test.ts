import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { figuresOf } from '../../scripts/figures.ts'
import { createLoad } from '../bench/recording-server/load.ts'
import { isExhaustive } from '../exhaustive.ts'

test('a benchmark that fails is reported with its reason, and the others are still reported', async () => {
  const failed = await figuresOf('streams', () => Promise.reject(1013))
  expect(failed).toEqual([expect.objectContaining({ measure: 'streams', holds: false })])
  expect(failed[0]?.figure).toContain('1013')
})

test('a load counts the streams that the server refuses or closes', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  let taken = 0
  server.on('connection', (socket) => {
    const isTaken = taken++ < 3
    socket.on('message', (_, isBinary) => {
      if (!isTaken) socket.close(1013)
      else if (isBinary) socket.close(1013)
      else socket.send('{"type":"ready"}')
    })
  })
  const { port } = server.address() as AddressInfo
  const load = createLoad({ url: `ws://127.0.0.1:${port}`, start: () => '{}', askEvery: 1, reply: '"transcript"' })
  try {
    expect(await load.open(5)).toBe(2)
    await expect.poll(async () => (await load.measure(50)).missing, { timeout: 30_000 }).toBe(3)
  } finally {
    load.close()
    server.close()
  }
})

const folder = fileURLToPath(new URL('../bench', import.meta.url))
const benchmarks = readdirSync(folder).filter((file) => file.endsWith('.bench.ts'))

// Loading them loads the whole server, the build tool and the browser driver, so a quick run leaves it out.
test.each(isExhaustive('benchmarks') ? benchmarks : [])(
  '%s can be loaded where `npm run bench` runs: it needs no browser globals',
  async (file) => {
    const { bench } = (await import(`${folder}/${file}`)) as { bench?: unknown }
    expect(bench).toBeTypeOf('function')
  },
)
