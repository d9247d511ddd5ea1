import type { FastifyRequest } from 'fastify'
import type { Audience } from '../lib/contracts/index.ts'
import { findSession } from './auth/sessions.ts'
import type { Clock } from './clock.ts'
import { Problem } from './problem.ts'
import type { Store } from './store/index.ts'

/** The signed-in user, and the address of the request. */
export interface UserActor {
  kind: 'user'
  userId: string
  email: string
  admin: boolean
  /** Session of the device. */
  familyId: string
  expiresAt: Date
  /** True if a refresh has issued a newer access token since. */
  tokenReplaced: boolean
  address: string
}

/** A caller without a credential. */
export interface Stranger {
  kind: 'stranger'
  address: string
}

export type Actor = UserActor | Stranger

/** What is needed to identify a caller. */
interface Identification {
  store: Store
  clock: Clock
}

/** Type of the caller for each audience. An audience is added with its first endpoint. */
export interface ActorOf {
  public: Stranger
  user: UserActor
}

const bearer = /^Bearer ([\w-]{1,1000})$/i

/**
 * Identifies the caller before the request is validated (product 7.3). Throws `not_signed_in` (401) without a
 * credential, `session_ended` (401) if the token is no longer valid, `forbidden` if an administrator is required.
 */
export async function settleActor(
  audience: Audience,
  request: FastifyRequest,
  services: Identification,
): Promise<Actor> {
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
      // No endpoint of these audiences exists yet. Add the identification here together with the first one.
      throw new Problem('not_signed_in')
  }
}

async function settleUser(request: FastifyRequest, { store, clock }: Identification): Promise<UserActor> {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new Problem('not_signed_in')
  const session = await findSession(store.database, token, clock)
  if (session === null) throw new Problem('session_ended')
  return { kind: 'user', ...session, address: request.ip }
}
