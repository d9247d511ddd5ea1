import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { ClientMessage, ServerMessage } from '../../lib/contracts/index.ts'
import { unwrapKey } from './unwrap-key.ts'

const rateHz = 16_000
const userId = '22222222-2222-4222-8222-222222222222'

/** The received audio of one take, on the take's timeline. */
export interface HeardTake {
  channels: number
  /** Interleaved samples. Frames of gaps are 0 and not counted in `heardFrames`. */
  pcm: Int16Array
  /** Number of committed frames, including gaps. */
  frames: number
  heardFrames: number
  /** The reported gaps, in frames. */
  gaps: number[]
  finished: boolean
}

/**
 * A server that implements everything the extension needs for recordings, and stores every sample. It commits the audio
 * of a socket only once a second, as a real engine does. If the connection breaks, the client must send the audio since
 * the last commit again. An uploaded file is committed at once.
 */
export async function startRecordingServer() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const takes = new Map<string, HeardTake>()
  const erased = new Set<string>()
  const state = { socketsOpen: true, signedIn: true, tickets: 0, files: 0 }
  const token = 'access-token-of-ana'

  const takeOf = (id: string, channels: number) => {
    const fresh = { channels, pcm: new Int16Array(), frames: 0, heardFrames: 0, gaps: [], finished: false }
    const take = takes.get(id) ?? fresh
    takes.set(id, take)
    return take
  }
  const bodyOf = async (request: IncomingMessage) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    return Buffer.concat(parts)
  }

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = url.pathname.replace('/api', '')
    const signedIn = state.signedIn && request.headers.authorization === `Bearer ${token}`
    if (path === '/user/login/token') {
      if (!state.signedIn) return { status: 401, body: { message: 'Sign in again.', code: 'session_ended' } }
      return { status: 200, body: session() }
    }
    if (!signedIn) return { status: 401, body: { message: 'Sign in.', code: 'not_signed_in' } }
    const [, id = '', action] = /^\/user\/recordings\/([^/]+)\/?(\w+)?$/.exec(path) ?? []
    if (path === '/user/transcription/ticket') {
      state.tickets++
      return { status: 201, body: { ticket: `ticket-${state.tickets}`, expiresAt: new Date(Date.now() + 60_000) } }
    }
    if (path === '/user/recordings/key')
      return { status: 200, body: { userId, keyId: 'one', jwk: { kty: 'RSA', n, e } } }
    if (action === 'unwrap') {
      if (erased.has(id)) return { status: 410, body: { message: 'This recording was erased.', code: 'erased' } }
      const { wrapped } = JSON.parse((await bodyOf(request)).toString()) as { wrapped: string }
      return { status: 200, body: { key: unwrapKey(privateKey, { userId, id, wrapped }) } }
    }
    if (action === 'audio') {
      state.files++
      const body = await bodyOf(request)
      const head = body.indexOf('\r\n\r\n') + 4
      const tail = body.lastIndexOf('\r\n--')
      const bytes = Uint8Array.from(body.subarray(head, tail))
      const take = takeOf(id, Number(url.searchParams.get('channels')))
      take.frames = Number(url.searchParams.get('fromFrame'))
      hear(take, new Int16Array(bytes.buffer))
      const duration = take.frames / rateHz
      return { status: 200, body: { transactionId: id, requestId: 'r', transcript: turnsOf(take), duration } }
    }
    if (request.method === 'DELETE' && id !== '') {
      erased.add(id)
      return { status: 200, body: {} }
    }
    if (request.method === 'DELETE') return { status: 200, body: {} }
    return { status: 404, body: { message: 'There is no such call.', code: 'no_such_call' } }
  }
  const turnsOf = (take: HeardTake) => [`${Math.floor(take.frames / rateHz)} seconds were heard`]
  const session = () => ({
    accessToken: token,
    refreshToken: 'refresh',
    expiresAt: new Date(Date.now() + 15 * 60_000).toISOString(),
  })

  function hear(take: HeardTake, pcm: Int16Array) {
    const at = take.frames * take.channels
    if (take.pcm.length < at + pcm.length) {
      const grown = new Int16Array(Math.max(2 * take.pcm.length, at + pcm.length))
      grown.set(take.pcm)
      take.pcm = grown
    }
    take.pcm.set(pcm, at)
    take.frames += pcm.length / take.channels
    take.heardFrames += pcm.length / take.channels
  }

  const http = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*, authorization')
    response.setHeader('access-control-allow-methods', '*')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    void answer(request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  const sockets = new WebSocketServer({
    server: http,
    handleProtocols: (offered) => [...offered][0] ?? false,
    verifyClient: () => state.socketsOpen,
  })
  sockets.on('connection', (socket) => {
    /** The audio received over this connection. The part that is not committed is lost if the connection breaks. */
    let heardTake: HeardTake | null = null
    let committed: HeardTake | null = null
    const tell = (message: ServerMessage) => socket.send(JSON.stringify(message))
    const commit = () => {
      if (heardTake === null || committed === null) return
      Object.assign(committed, { ...heardTake, gaps: [...heardTake.gaps] })
      tell({ type: 'transcript', from: 0, transcript: turnsOf(committed) })
      tell({ type: 'duration', duration: committed.frames / rateHz })
    }
    const timer = setInterval(commit, 1000)
    socket.on('close', () => clearInterval(timer))
    socket.on('message', (data, isBinary) => {
      if (isBinary) {
        if (heardTake === null) return socket.close()
        const bytes = Uint8Array.from(data as Buffer)
        return hear(heardTake, new Int16Array(bytes.buffer))
      }
      const message = JSON.parse(String(data)) as ClientMessage
      if (message.type === 'ping') tell({ type: 'pong' })
      else if (message.type === 'start') {
        const { transactionId = randomUUID() } = message
        committed = takeOf(transactionId, message.channels)
        heardTake = { ...committed, pcm: committed.pcm.slice(), gaps: [...committed.gaps] }
        tell({ type: 'duration', duration: committed.frames / rateHz })
        tell({ type: 'ready' })
      } else if (message.type === 'gap' && heardTake !== null) {
        const frames = Math.round(message.ms * (rateHz / 1000))
        heardTake.frames += frames
        heardTake.gaps.push(frames)
      } else if (message.type === 'finish') {
        commit()
        if (committed !== null) committed.finished = true
        tell({ type: 'finished' })
      }
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    takes,
    erased,
    state,
    session,
    /** Cuts every connection without a close message. */
    breakSockets() {
      for (const socket of sockets.clients) socket.terminate()
    },
    close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      http.closeAllConnections()
      http.close()
    },
  }
}
export type RecordingServer = Awaited<ReturnType<typeof startRecordingServer>>
