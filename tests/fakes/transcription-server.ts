import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { socketPath } from '../../lib/contracts/index.ts'
import type { SpeechEngine } from '../../server/providers/speech/index.ts'
import {
  type KnownExtensions,
  registerTranscription,
  type SocketLimits,
  type SoundMemory,
  type Takes,
} from '../../server/transcription/index.ts'
import { createMemoryTakes } from './takes.ts'

/** Starts the real transcription socket on a real port. Users and store are in memory. */
export async function startTranscriptionServer(options: {
  engine: SpeechEngine | null
  takes?: Takes<string>
  anonymousDictation?: boolean
  extensions?: KnownExtensions
  limits?: Partial<SocketLimits>
  memory?: SoundMemory
  durationEveryMs?: number
  engineSilenceMs?: number
  /** 0: any free port. */
  port?: number
}) {
  const tickets = new Map<string, string>()
  const tokens = new Map([['token-of-ana', 'ana']])
  const app = fastify({ forceCloseConnections: true })
  await registerTranscription<string>(app, {
    engine: options.engine,
    noEngineMessage: 'No speech engine is installed on this server.',
    takes: options.takes ?? createMemoryTakes(),
    credentials: {
      async redeemTicket(ticket) {
        const owner = tickets.get(ticket) ?? null
        tickets.delete(ticket)
        return owner
      },
      keyOf: (owner) => owner,
      ownerOfToken: async (token) => tokens.get(token) ?? null,
      anonymousDictation: options.anonymousDictation ?? false,
    },
    ...(options.extensions === undefined ? {} : { extensions: options.extensions }),
    ...(options.durationEveryMs === undefined ? {} : { durationEveryMs: options.durationEveryMs }),
    ...(options.engineSilenceMs === undefined ? {} : { engineSilenceMs: options.engineSilenceMs }),
    ...(options.memory === undefined ? {} : { memory: options.memory }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  const { port } = app.server.address() as AddressInfo
  let made = 0
  return {
    url: `ws://127.0.0.1:${port}${socketPath}`,
    port,
    /** Creates a ticket that opens one socket. */
    ticketFor(owner: string): string {
      const ticket = `ticket-${++made}`
      tickets.set(ticket, owner)
      return ticket
    },
    close: () => app.close(),
  }
}
