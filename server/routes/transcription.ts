import type { FastifyInstance } from 'fastify'
import { findSession, watchSession } from '../auth/sessions.ts'
import { ownerOf, userOwner } from '../authority/index.ts'
import { contextOf, liveServices, type Services } from '../services/index.ts'
import { redeemTicket } from '../services/tickets.ts'
import { createTakes, type TakeOwner } from '../services/transcripts/takes.ts'
import { registerTranscription } from '../transcription/index.ts'

/** Registers the transcription socket with its authentication and its storage of takes. */
export async function serveTranscription(app: FastifyInstance, services: Services): Promise<void> {
  const live = liveServices(services)
  const { config, speech, store, clock } = live
  await registerTranscription<TakeOwner>(app, {
    engine: speech.engine,
    extensions: { ids: config.extensionIds, firefoxOrigins: config.firefoxOrigins },
    noEngineMessage: speech.message,
    takes: createTakes(live),
    credentials: {
      anonymousDictation: config.anonymousDictation,
      keyOf: (owner) => owner.userId ?? `${owner.customerId}/${owner.customerUserId ?? ''}`,
      redeemTicket: async (ticket) => {
        const found = await redeemTicket(contextOf(live), 'transcription', ticket)
        return found === null
          ? null
          : {
              ...userOwner(found.userId, found.directoryId),
              address: found.address,
              familyId: found.familyId,
              consent: found.consent,
            }
      },
      ownerOfToken: async (accessToken) => {
        const session = await findSession(store.database, accessToken, clock)
        return session === null ? null : { ...ownerOf(session), address: null, familyId: session.familyId }
      },
      watch: ({ familyId }, onEnd) => (!familyId ? () => {} : watchSession(store, familyId, onEnd)),
    },
  })
}
