import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { createDoor } from './door.ts'

interface Listed {
  host: string
  kind: string
  bytes: number
}
let server: Server
let sockets: WebSocketServer
let host = ''
let seen: string[] = []
beforeEach(async () => {
  seen = []
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${listed.length}`)
    response.end('{}')
  })
  sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, { url }) => {
    seen.push(`socket ${url} ${listed.length}`)
    socket.on('message', (data, isBinary) => socket.send(isBinary ? 'sound' : data.toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const socket of sockets.clients) socket.terminate()
  await new Promise((resolve) => server.close(resolve))
})

let listed: Listed[] = []
/** If a test sets this variable to true, `refusal` refuses every host, as after a change of the policy. */
let changed = false
function open() {
  listed = []
  changed = false
  return createDoor({
    ledger: {
      async begin(entry) {
        const kept = { ...entry }
        listed.push(kept)
        return async (bytes) => {
          kept.bytes += bytes
        }
      },
    },
    refusal: async (url) => (new URL(url).host === host && !changed ? null : 'Not this host.'),
  })
}

test('a request is listed with host, kind and size before it is sent', async () => {
  const body = { text: 'Grüße' }
  const request = new Request(`http://${host}/api/user/transcripts/submit/text?title=Maya`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  await open().send(request, body)
  expect(listed).toEqual([{ host, kind: 'words', bytes: 18 }])
  expect(seen).toEqual(['POST /api/user/transcripts/submit/text?title=Maya 1'])
})

test('the size of a form is that of its parts', async () => {
  const form = new FormData()
  form.append('title', 'four')
  form.append('file', new Blob([new Uint8Array(1000)]))
  await open().send(
    new Request(`http://${host}/api/user/transcripts/submit/file`, { method: 'POST', body: form }),
    form,
  )
  expect(listed).toEqual([{ host, kind: 'files', bytes: 1004 }])
})

test('a host that nobody named gets nothing, and the caller gets the reason', async () => {
  const door = open()
  const elsewhere = door.send(new Request('https://elsewhere.example/api'))
  await expect(elsewhere).rejects.toMatchObject({ status: 403, detail: 'Not this host.' })
  const closed = Promise.withResolvers<void>()
  new door.WebSocket('wss://elsewhere.example/api/transcription', []).addEventListener('close', () => closed.resolve())
  await closed.promise
  expect(listed).toEqual([])
})

test('a connection is listed before it is opened, and grows with what it sends', async () => {
  const door = open()
  const socket = new door.WebSocket(`ws://${host}/api/transcription`, [])
  const answers: unknown[] = []
  const opened = Promise.withResolvers<void>()
  const both = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('message', ({ data }) => {
    answers.push(data)
    if (answers.length === 2) both.resolve()
  })
  socket.addEventListener('close', () => closed.resolve())
  await opened.promise
  expect(seen).toEqual(['socket /api/transcription 1'])
  socket.send('{"type":"ping"}')
  socket.send(new Int16Array(2048))
  await both.promise
  expect(answers).toEqual(['{"type":"ping"}', 'sound'])
  socket.close()
  await closed.promise
  expect(listed).toEqual([{ host, kind: 'sound', bytes: 15 + 4096 }])
})

test('an address that is none is refused at once, as a WebSocket does', () => {
  const door = open()
  expect(() => new door.WebSocket('no address', [])).toThrow(SyntaxError)
})

test('an open connection ends when its host is not named any more, and only then', async () => {
  const door = open()
  const socket = new door.WebSocket(`ws://${host}/api/transcription`, [])
  const opened = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let isClosed = false
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('close', () => {
    isClosed = true
    closed.resolve()
  })
  await opened.promise
  const answered = Promise.withResolvers<void>()
  socket.addEventListener('message', () => answered.resolve())
  await door.closeRefused()
  socket.send('{"type":"ping"}')
  await answered.promise
  expect(isClosed).toBe(false)
  changed = true
  await door.closeRefused()
  await closed.promise
})
