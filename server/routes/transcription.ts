import type { FastifyInstance } from 'fastify'
import { withinRanges } from '../auth/network.ts'
import { findSession, watchSession } from '../auth/sessions/index.ts'
import { ownerOf, refuseActing, userOwner } from '../authority/index.ts'
import { dutiesOf } from '../config/roles.ts'
import { Problem } from '../problem.ts'
import {
  admitsOrigin,
  isCustomerAlive,
  type RedeemedCustomer,
  redeemCustomerTicket,
} from '../services/access/embedding.ts'
import { countHeard } from '../services/access/heard.ts'
import { refuseOverMinutes } from '../services/access/meters.ts'
import { type Context, contextOf, liveServices, type Services } from '../services/index.ts'
import { redeemTicket } from '../services/tickets.ts'
import { createTakes, type TakeOwner } from '../services/transcripts/takes.ts'
import { Refused, registerTranscription, type SoundMemory } from '../transcription/index.ts'

/**
 * Interval in ms at which the server checks, while a customer records, that the key, the customer and the user still
 * exist.
 */
const askAgainMs = 10_000

/**
 * Returns the owner of a take that a customer records. A token with a scope other than `all` allows only dictation that
 * is not stored. Throws `Refused` if such a token asks to store the words (`skipSave` is false).
 */
function takeOwnerOf({ scope, ...customer }: RedeemedCustomer, skipSave: boolean): TakeOwner {
  if (scope !== 'all' && !skipSave)
    throw new Refused('This token allows only dictation that is not stored. Send skipSave: true.')
  return { ...customer, userId: null, directoryId: null, administratorId: null }
}

/** Throws `Refused` with the message of a problem, so that the client does not connect again. Rethrows other errors. */
function refuse(error: unknown): never {
  throw error instanceof Problem ? new Refused(error.message) : error
}

/** Calls `onEnd` after the key, the customer or the user was removed. Returns a function that stops the checks. */
function watchCustomer(
  context: Context,
  owner: Pick<RedeemedCustomer, 'keyId' | 'customerId' | 'customerUserId'>,
  onEnd: () => void,
): () => void {
  const timer = setInterval(() => {
    isCustomerAlive(context, owner).then(
      (isAlive) => {
        if (!isAlive) onEnd()
      },
      // The database is not available now. The next check asks again.
      () => undefined,
    )
  }, askAgainMs)
  return () => clearInterval(timer)
}

/**
 * Registers the transcription socket, with its authentication and its store of takes. `closing` aborts when the server
 * begins to close.
 */
export async function serveTranscription(
  app: FastifyInstance,
  services: Services,
  closing: AbortSignal,
  memory: SoundMemory,
): Promise<void> {
  const live = liveServices(services)
  const { config, speech, store, clock } = live
  await registerTranscription<TakeOwner>(app, {
    engine: speech.engine,
    extensions: { ids: config.extensionIds, firefoxOrigins: config.firefoxOrigins },
    noEngineMessage: speech.message,
    limits: config.limits.sockets,
    limitOptions: { isTrusted: withinRanges(config.trustedNetworks), onLimit: live.metrics.limitHit },
    meter: live.metrics,
    memory,
    takesRecordings: dutiesOf[config.role].recordings,
    takes: createTakes(live),
    credentials: {
      anonymousDictation: config.anonymousDictation,
      keyOf: (owner) => owner.userId ?? `${owner.customerId}/${owner.customerUserId ?? ''}`,
      redeemTicket: async (ticket, { origin, skipSave }) => {
        const context = contextOf(live)
        const ticketOwner = await redeemTicket(context, 'transcription', ticket)
        if (ticketOwner === null) {
          const customer = await redeemCustomerTicket(context, ticket, origin)
          if (customer === null) return null
          await refuseOverMinutes(context, customer.customerId).catch(refuse)
          return takeOwnerOf(customer, skipSave)
        }
        return {
          ...userOwner(ticketOwner.userId, ticketOwner.directoryId),
          address: ticketOwner.address,
          administratorId: ticketOwner.administratorId,
          familyId: ticketOwner.familyId,
          consent: ticketOwner.consent,
        }
      },
      admitsOrigin: (ticket, origin) => admitsOrigin(contextOf(live), ticket, origin),
      ownerOfToken: async (accessToken) => {
        const session = await findSession(store.database, accessToken, clock)
        if (session === null) return null
        // With an access token instead of a ticket, the socket is this call too.
        try {
          refuseActing(session, 'createTranscriptionTicket')
        } catch (error) {
          refuse(error)
        }
        const { familyId, administratorId } = session
        return { ...ownerOf(session), address: null, familyId, administratorId }
      },
      watch(owner, onEnd) {
        if (owner.keyId !== undefined && owner.customerId !== null)
          return watchCustomer(contextOf(live), { ...owner, keyId: owner.keyId }, onEnd)
        return owner.familyId ? watchSession(store, owner.familyId, onEnd) : () => {}
      },
      async heard({ customerId }, frames) {
        if (customerId === null || frames === 0) return
        await countHeard(contextOf(live), customerId, frames, closing)
      },
    },
  })
}
