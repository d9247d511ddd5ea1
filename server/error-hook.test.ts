import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { errorHook, readErrorUrl } from './error-hook.ts'
import { describeFailure } from './problem.ts'

test('errors reach the service with their place and the listed fields, and without anything else', async () => {
  const received: { path: string; auth: unknown; body: string }[] = []
  const service = createServer((request, response) => {
    let body = ''
    request.on('data', (data) => {
      body += data
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', auth: request.headers['x-sentry-auth'], body })
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port } = service.address() as AddressInfo
  const lines: string[] = []
  const log = pino(errorHook(readErrorUrl(`http://publickey@127.0.0.1:${port}/errors/7`)), {
    write: (line) => lines.push(line),
  })
  const error = new TypeError('velutinous words of a patient')
  log.warn({ failure: 'Quiet' }, 'a warning stays here')
  log
    .child({ reqId: 'request-1', outputId: 'quillfeather' })
    .error(
      { ...describeFailure(error), call: '/api/user/reports/:id', status: 500, email: 'a@b.example' },
      'a call failed',
    )
  await expect.poll(() => received.length).toBe(1)
  for (let at = 0; at < 40; at++) log.error({ failure: 'Flood' }, 'again')
  await expect.poll(() => received.length).toBe(20)
  expect(lines).toHaveLength(42)
  const [first] = received
  expect(first?.path).toBe('/errors/api/7/envelope/')
  expect(first?.auth).toContain('sentry_key=publickey')
  const [head, item, event] = (first?.body ?? '').split('\n').map((line) => JSON.parse(line))
  expect(item).toEqual({ type: 'event' })
  expect(event).toMatchObject({
    event_id: head.event_id,
    level: 'error',
    logentry: { formatted: 'a call failed' },
    tags: { failure: 'TypeError', call: '/api/user/reports/:id', status: '500', reqId: 'request-1' },
  })
  expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toContain('error-hook.test.ts')
  for (const secret of ['velutinous', 'quillfeather', 'a@b.example']) expect(first?.body).not.toContain(secret)
  service.closeAllConnections()
  service.close()
})

test.each(['https://errors.example/1', 'https://key@errors.example/', 'ftp://key@errors.example/1', 'nothing'])(
  '%s is no address for errors',
  (text) => {
    expect(readErrorUrl(text)).toBeNull()
  },
)
