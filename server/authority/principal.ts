import type { FastifyRequest } from 'fastify'
import type { DirectoryPermission, Endpoint } from '../../lib/contracts/index.ts'
import { cookieTokenOf, requireOwnOrigin } from '../auth/cookie.ts'
import { findSession } from '../auth/sessions.ts'
import type { Clock } from '../clock.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/index.ts'

/** A signed-in person, and the address of the request. */
export interface Person {
  kind: 'person'
  userId: string
  email: string
  admin: boolean
  /** Session of the device. */
  familyId: string
  expiresAt: Date
  /** True if a refresh has issued a newer access token since. */
  tokenReplaced: boolean
  /** The directory in which the person acts. Null: in none. */
  directory: { id: string; permissions: readonly DirectoryPermission[] } | null
  /** The administrator who acts as this person. Null: the person. */
  administratorId: string | null
  address: string
}

/** A caller without a credential. */
export interface Stranger {
  kind: 'stranger'
  address: string
}

/** True for an administrator of the product who does not act as somebody else. */
export const isAdministrator = ({ admin, administratorId }: Pick<Person, 'admin' | 'administratorId'>): boolean =>
  admin && administratorId === null

/** Who calls. It is resolved before the request is validated (product 7.3). */
export type Principal = Person | Stranger

/** What is needed to identify a caller. */
interface Identification {
  store: Store
  clock: Clock
}

/** Type of the caller for each audience. An audience is added with its first endpoint. */
export interface PrincipalOf {
  public: Stranger
  user: Person
  admin: Person
}

const bearer = /^Bearer ([\w-]{1,1000})$/i

/**
 * Identifies the caller before the request is validated (product 7.3). Throws `not_signed_in` (401) without a
 * credential, `session_ended` (401) if the token is no longer valid, `forbidden` if an administrator is required. An
 * administrator who acts as somebody else is not an administrator meanwhile. Throws `cross_origin` if the portal's cookie
 * comes with a change that another page makes.
 */
export async function resolvePrincipal(
  endpoint: Pick<Endpoint, 'audience' | 'method' | 'changes'>,
  request: FastifyRequest,
  services: Identification,
): Promise<Principal> {
  const address = request.ip
  switch (endpoint.audience) {
    case 'public':
      return { kind: 'stranger', address }
    case 'user':
      return resolveCaller(endpoint, request, services)
    case 'admin': {
      const person = await resolveCaller(endpoint, request, services)
      if (!isAdministrator(person)) throw new Problem('forbidden')
      return person
    }
    case 'key':
    case 'customer':
    case 'reseller':
    case 'bearer':
      // No endpoint of these audiences exists yet. Add the identification here together with the first one.
      throw new Problem('not_signed_in')
  }
}

/** The person of the access token, or of the portal's cookie if the request has no `authorization` header. */
async function resolveCaller(
  { method, changes }: Pick<Endpoint, 'method' | 'changes'>,
  request: FastifyRequest,
  services: Identification,
): Promise<Person> {
  const token = request.headers.authorization === undefined ? cookieTokenOf(request) : undefined
  if (token === undefined) return resolvePerson(request, services)
  if (changes && method === 'GET') throw new Problem('not_signed_in')
  if (changes) requireOwnOrigin(request)
  const session = await findSession(services.store.database, token, services.clock, 'cookie')
  if (session === null) throw new Problem('session_ended')
  return { kind: 'person', ...session, address: request.ip }
}

/** The person whose access token the request carries. Throws `not_signed_in`, `session_ended`. */
export async function resolvePerson(
  request: { headers: { authorization?: string | undefined }; ip: string },
  { store, clock }: Identification,
): Promise<Person> {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) throw new Problem('not_signed_in')
  const session = await findSession(store.database, token, clock)
  if (session === null) throw new Problem('session_ended')
  return { kind: 'person', ...session, address: request.ip }
}
