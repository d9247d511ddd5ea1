import type { FastifyRequest } from 'fastify'
import type { Audience } from '../lib/contracts/index.ts'
import { findSession } from './auth/sessions.ts'
import { Problem } from './problem.ts'
import type { Services } from './services/index.ts'

/** A signed-in person and where the call came from. */
export interface UserActor {
  kind: 'user'
  userId: string
  email: string
  admin: boolean
  /** The device's session. */
  familyId: string
  expiresAt: Date
  /** A refresh has issued a newer access token since. */
  tokenReplaced: boolean
  address: string
}

/** Somebody without a credential. */
export interface Stranger {
  kind: 'stranger'
  address: string
}

export type Actor = UserActor | Stranger

/** Who an audience's handlers hear from. Audiences are added here as their calls are built. */
export interface ActorOf {
  public: Stranger
  user: UserActor
}

const bearer = /^Bearer ([\w-]{1,1000})$/i

/**
 * Settles who asks, before anything of the request is looked at (design §4). Throws 401 `not_signed_in` without a
 * credential, 401 `session_ended` with one that no longer holds.
 */
export async function settleActor(audience: Audience, request: FastifyRequest, services: Services): Promise<Actor> {
  const address = request.ip
  switch (audience) {
    case 'public':
      return { kind: 'stranger', address }
    case 'user':
      return settleUser(request, services)
    case 'admin': {
      const actor = await settleUser(request, services)
      if (!actor.admin) throw new Problem('forbidden')
      return actor
    }
    case 'key':
    case 'customer':
    case 'reseller':
    case 'bearer':
      // No call of these audiences is served yet; whoever adds the first must settle it here.
      throw new Problem('not_signed_in')
  }
}

async function settleUser(request: FastifyRequest, { store, clock }: Services): Promise<UserActor> {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new Problem('not_signed_in')
  const session = await findSession(store.database, token, clock)
  if (session === null) throw new Problem('session_ended')
  return { kind: 'user', ...session, address: request.ip }
}
