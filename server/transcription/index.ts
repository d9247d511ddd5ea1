import type {} from '@fastify/swagger'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { limits, socketPath } from '../../lib/contracts/index.ts'
import { callerOf, isOriginAllowed, ticketOf } from './door.ts'
import type { TakeDeps } from './running.ts'
import { createSession } from './session.ts'

export { type Backlog, BacklogAhead, transcribeBacklog } from './backlog.ts'
export { HalfFrame } from './backlog-pieces.ts'
export { batchCommits, type CommitAll } from './batch.ts'
export { Refused } from './door.ts'
export { EngineUnavailable, type RecognitionDeps } from './running.ts'
export { StaleEpoch, type Takes, UnknownTake } from './takes.ts'

/** Strangers who may dictate at once, where that is allowed at all. */
const strangersMax = 4

/** What the transcription socket needs of the server. `Owner` is whatever the server knows an asker by. */
export type TranscriptionDeps<Owner> = TakeDeps<Owner>

/**
 * Serves the transcription socket at `/api/transcription` (spec §7, design §5). Registers @fastify/websocket itself.
 * The caller closes the engine after the app.
 */
export async function registerTranscription<Owner>(
  app: FastifyInstance,
  deps: TranscriptionDeps<Owner>,
): Promise<void> {
  let strangers = 0
  const sessionDeps = {
    ...deps,
    log: app.log,
    strangers: {
      enter: () => strangers < strangersMax && ++strangers > 0,
      left: () => {
        strangers--
      },
    },
  }
  await app.register(websocket, {
    options: {
      perMessageDeflate: false,
      // A little more than the limit, so that what is just over it still gets an answer in words.
      maxPayload: 2 * limits.socketFrameMaxBytes,
      handleProtocols: (offered: Set<string>) => {
        for (const protocol of offered) if (ticketOf([protocol]) !== null) return protocol
        return false
      },
    },
  })
  await app.register(async (scope) => {
    scope.get(
      socketPath,
      {
        websocket: true,
        schema: { hide: true },
        onRequest: async (request, reply) => {
          if (isOriginAllowed(request.headers.origin, request.headers.host)) return
          return reply.code(403).send({ message: 'This call cannot come from another site.', code: 'cross_origin' })
        },
      },
      (socket, request) => {
        const session = createSession(socket, callerOf(request), sessionDeps)
        socket.binaryType = 'nodebuffer'
        socket.on('message', (data, isBinary) => session.message(data as Buffer, isBinary))
        socket.on('close', () => session.closed())
        // A broken frame or connection: `close` follows.
        socket.on('error', () => {})
      },
    )
  })
}
