import type {} from '@fastify/swagger'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits, socketPath } from '../../lib/contracts/index.ts'
import { createConnectionLimits, type LimitOptions, type SocketLimits, socketLimits } from './connection-limits.ts'
import { callerOf, isOriginAllowed, type KnownExtensions, ticketOf } from './door.ts'
import { createRounds } from './rounds.ts'
import type { TakeDeps } from './running.ts'
import { createSession, type RecordingMeter } from './session.ts'
import { createSoundMemory, type SoundMemory } from './sound-memory.ts'

export { EngineRefused, inaudible } from '../providers/speech/engine.ts'
export { type Backlog, BacklogAhead, transcribeBacklog } from './backlog.ts'
export { HalfFrame } from './backlog-pieces.ts'
export { batchCommits, type CommitAll } from './batch.ts'
export type { SocketLimits } from './connection-limits.ts'
export { type KnownExtensions, Refused } from './door.ts'
export { markedOnly } from './marks.ts'
export { EngineUnavailable, type RecognitionDeps } from './running.ts'
export type { RecordingMeter } from './session.ts'
export { createSoundMemory, type SoundMemory } from './sound-memory.ts'
export { StaleEpoch, type Takes, UnknownTake } from './takes.ts'

/** Time in seconds after which a client may connect again if this server has no room, or its address has too many. */
const fullSeconds = 10

export interface TranscriptionDeps<Owner> extends TakeDeps<Owner> {
  /**
   * The extensions that may open the socket. Default: every extension in Chromium-based browsers, and none in Firefox.
   */
  extensions?: KnownExtensions
  limits?: Partial<SocketLimits>
  limitOptions?: LimitOptions
  meter?: RecordingMeter
  /** The memory for waiting sound. Default: as much as the server has. */
  memory?: SoundMemory
  /** False on a server that takes no recordings, because others do. Default: true. */
  takesRecordings?: boolean
  /**
   * Interval in ms at which the position is committed and sent to the client while audio arrives. Default: 1000
   * (product 14.2).
   */
  durationEveryMs?: number
  /**
   * Maximum time in ms for which the engine may send no event. When this time is over, the connection ends with an
   * error, and the client reconnects, in two cases: the recording is being finished, or the engine has received more
   * than a minute of audio since its last event. Default: two minutes.
   */
  engineSilenceMs?: number
}

/**
 * Serves the transcription socket at `/api/transcription` (product 7.11). Registers @fastify/websocket in the app. The
 * caller must close the app before the engine, because open recordings use the engine.
 */
export async function registerTranscription<Owner>(
  app: FastifyInstance,
  deps: TranscriptionDeps<Owner>,
): Promise<void> {
  const extensions = deps.extensions ?? { ids: [], firefoxOrigins: [] }
  const connectionLimits = createConnectionLimits(
    { ...socketLimits, ...deps.limits },
    () => Date.now(),
    deps.limitOptions,
  )
  const rounds = createRounds(deps.durationEveryMs ?? 1000)
  const memory = deps.memory ?? createSoundMemory(Number.POSITIVE_INFINITY)
  const sessionDeps = { ...deps, log: app.log, connectionLimits, rounds, memory }
  await app.register(websocket, {
    options: {
      perMessageDeflate: false,
      // Process one message per connection in each turn of the event loop. Otherwise 2 MB of very short messages would
      // block all other connections.
      allowSynchronousEvents: false,
      // Larger than the limit that `readFrame` checks, so that a message slightly above that limit gets an error
      // message instead of an immediate close.
      maxPayload: 2 * limits.socketFrameMaxBytes,
      handleProtocols: (protocols: Set<string>) => {
        for (const protocol of protocols) if (ticketOf([protocol]) !== null) return protocol
        return false
      },
    },
  })
  /**
   * True if the ticket allows a page of another site to open the socket: the ticket belongs to a customer, and the
   * customer's developer organisation lists the origin of the page.
   */
  const admits = async (request: FastifyRequest): Promise<boolean> => {
    const { ticket, origin } = callerOf(request)
    if (ticket === null || origin === null) return false
    return (await deps.credentials.admitsOrigin?.(ticket, origin)) ?? false
  }
  await app.register(async (scope) => {
    scope.route({
      method: 'GET',
      url: socketPath,
      schema: { hide: true },
      onRequest: async (request, reply) => {
        const { origin, host } = request.headers
        if (!isOriginAllowed(origin, host, extensions) && !(await admits(request))) {
          return reply
            .code(403)
            .send({ message: 'Requests from other websites are not allowed here.', code: 'cross_origin' })
        }
        if (deps.takesRecordings === false || memory.isFull()) {
          const message = 'Recordings go to another server at the moment. Try again in a moment.'
          return reply.code(503).header('retry-after', fullSeconds).send({ message, code: 'unavailable' })
        }
        if (connectionLimits.isFull(request.ip)) {
          const message = 'Too many connections come from this address. Close some and try again.'
          return reply.code(429).header('retry-after', fullSeconds).send({ message, code: 'too_many_requests' })
        }
      },
      handler: async (_, reply) => {
        const message =
          'Recordings are sent to this address over a WebSocket. Open a WebSocket connection instead of sending an HTTP request.'
        return reply.code(404).send({ message, code: 'no_such_call' })
      },
      wsHandler: (socket, request) => {
        const disconnect = connectionLimits.connect(request.ip)
        const session = createSession(socket, { ...callerOf(request), identified: disconnect }, sessionDeps)
        socket.binaryType = 'nodebuffer'
        socket.on('message', (data, isBinary) => session.message(data as Buffer, isBinary))
        socket.on('close', () => {
          disconnect()
          session.closed()
        })
        // Without this handler, the error of an invalid frame or of a lost connection would end the process. The
        // `close` event follows and cleans up.
        socket.on('error', () => {})
      },
    })
  })
}
