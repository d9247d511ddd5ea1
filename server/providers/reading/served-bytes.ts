import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

export interface SeekableBytes {
  length: number
  read(from: number, to: number): AsyncIterable<Buffer>
}

export interface ServedBytes {
  url: string
  close(): Promise<void>
}

export async function serveBytes({ length, read }: SeekableBytes): Promise<ServedBytes> {
  const path = `/${randomBytes(32).toString('hex')}`
  const server = createServer((request, response) => {
    const range = rangeOf(request.headers.range, length)
    if (request.url !== path || request.method !== 'GET') return void response.writeHead(404).end()
    if (range === null) return void response.writeHead(416, { 'content-range': `bytes */${length}` }).end()
    const { from, to } = range
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      'accept-ranges': 'bytes',
      'content-length': to - from,
      ...(request.headers.range === undefined ? {} : { 'content-range': `bytes ${from}-${to - 1}/${length}` }),
    })
    // An error is expected here: the client disconnects whenever it seeks.
    pipeline(read(from, to), response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    async close() {
      const closing = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closing
    },
  }
}

function rangeOf(header: string | undefined, length: number): { from: number; to: number } | null {
  if (header === undefined) return { from: 0, to: length }
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header) ?? []
  if (first === undefined) return null
  const from = Number(first)
  const to = last ? Math.min(length, Number(last) + 1) : length
  return from < to ? { from, to } : null
}
