import type { FastifyRequest } from 'fastify'
import {
  type Endpoint,
  frameBindingHeader,
  needsSeat,
  portalAccountHeader,
  portalAccountOf,
} from '../../lib/contracts/index.ts'
import { cookieTokenOf, requireOwnOrigin } from '../auth/cookie.ts'
import { findSession } from '../auth/sessions/index.ts'
import type { Clock } from '../clock.ts'
import { Problem } from '../problem.ts'
import type { Store } from '../store/index.ts'
import { type CallName, refuseActing } from './acting.ts'
import { isAdministrator, type Member, type Person, type Principal } from './callers.ts'
import { bindingOf } from './customers.ts'
import { findCustomer, findKey } from './keys.ts'
import { findMembership } from './members.ts'

/**
 * Throws `no_seat` if the request names a directory in which the person does not act, and the call needs a seat there
 * (product 13.23). A person who is no member of the named directory cannot act in it.
 */
export function requireSeat(
  endpoint: Endpoint,
  principal: Principal,
  directoryId: string | string[] | undefined,
): void {
  if (directoryId === undefined || principal.kind !== 'person' || !needsSeat(endpoint)) return
  if (principal.directory?.id !== directoryId) throw new Problem('no_seat')
}

interface Identification {
  store: Store
  clock: Clock
}

const bearer = /^Bearer ([\w-]{1,1000})$/i
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Identifies the caller before the request is validated (product 7.3). Throws `not_signed_in` (401) without a
 * credential, and `session_ended` (401) if the token is no longer valid. Throws `forbidden` if the endpoint is only for
 * administrators and the caller is not one, if the scope of a customer token does not allow the call, or if the call is
 * refused to an administrator who acts as another user (see `acting.ts`). While an administrator acts as another user,
 * the caller is that user and not an administrator. Throws `cross_origin` if a call that changes something has the
 * portal's cookie and comes from a page of another site. Throws `other_binding` if an embedded frame names another
 * binding than that of the token.
 */
export async function resolvePrincipal(
  name: CallName,
  endpoint: Pick<Endpoint, 'audience' | 'method' | 'changes' | 'accessPermission' | 'embed'>,
  request: FastifyRequest,
  services: Identification,
): Promise<Principal> {
  const address = request.ip
  switch (endpoint.audience) {
    case 'public':
      return { kind: 'stranger', address }
    case 'user':
      return resolveCaller(name, endpoint, request, services)
    case 'admin': {
      const person = await resolveCaller(name, endpoint, request, services)
      if (!isAdministrator(person)) throw new Problem('forbidden')
      return person
    }
    case 'reseller':
      return resolveMember(name, endpoint, request, services)
    case 'key':
    case 'bearer': {
      const credential = endpoint.audience === 'key' ? request.headers.key : tokenOf(request)
      const key =
        typeof credential === 'string' ? await findKey(services.store.database, credential, services.clock) : null
      if (key === null)
        throw new Problem(
          'not_signed_in',
          'The API key is missing, or it is unknown, expired or removed. Send a valid key.',
        )
      return { ...key, address }
    }
    case 'customer': {
      const token = tokenOf(request)
      if (token === undefined || !token.startsWith('ct_')) throw new Problem('not_signed_in')
      const customerToken = await findCustomer(services.store, token, services.clock)
      if (customerToken === null)
        throw new Problem('session_ended', 'This token is unknown, expired or revoked. Request a new token.')
      if (customerToken.customer.scope !== 'all' && !endpoint.embed)
        throw new Problem(
          'forbidden',
          'This token is only for embedded pages. Make this call from your server, with a key.',
        )
      const binding = request.headers[frameBindingHeader]
      if (binding !== undefined && binding !== bindingOf(customerToken.customer)) throw new Problem('other_binding')
      return { ...customerToken.customer, address }
    }
  }
}

const tokenOf = ({ headers }: { headers: { authorization?: string | undefined } }): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1]

/**
 * Returns the person, as a member of the developer organisation in the path. Throws `not_found` for a person who is not
 * a member, so that nobody learns which organisations exist, and `forbidden` if the permission does not suffice.
 */
async function resolveMember(
  name: CallName,
  endpoint: Pick<Endpoint, 'method' | 'changes' | 'accessPermission'>,
  request: FastifyRequest,
  services: Identification,
): Promise<Member> {
  const person = await resolveCaller(name, endpoint, request, services)
  const { accessId } = request.params as { accessId?: string }
  // The path is validated after the caller is found, so the id is checked here. PostgreSQL would throw an error if the
  // text is not a UUID.
  if (accessId === undefined || !uuid.test(accessId)) throw new Problem('not_found')
  const permission = endpoint.accessPermission ?? 'owner'
  return { ...person, access: await findMembership(services.store.database, person, accessId, permission) }
}

/**
 * Returns the person of the access token. If the request has no `authorization` header, returns the person of the
 * portal's cookie. Throws `session_ended` if the request names another account than that of the cookie (product 12.10).
 */
async function resolveCaller(
  name: CallName,
  { method, changes }: Pick<Endpoint, 'method' | 'changes'>,
  request: FastifyRequest,
  services: Identification,
): Promise<Person> {
  const token = request.headers.authorization === undefined ? cookieTokenOf(request) : undefined
  if (token === undefined) return resolvePerson(name, request, services)
  if (changes && method === 'GET') throw new Problem('not_signed_in')
  if (changes) requireOwnOrigin(request)
  const session = await findSession(services.store.database, token, services.clock, 'cookie')
  if (session === null) throw new Problem('session_ended')
  const { userId, administratorId } = session
  const account = request.headers[portalAccountHeader]
  if (
    account !== undefined &&
    account !== portalAccountOf({ id: userId, actingAdministrator: administratorId !== null })
  )
    throw new Problem('session_ended', 'Somebody else is signed in to the portal in this browser now.')
  refuseActing(session, name)
  return { kind: 'person', ...session, address: request.ip }
}

export async function resolvePerson(
  name: CallName,
  request: { headers: { authorization?: string | undefined }; ip: string },
  { store, clock }: Identification,
): Promise<Person> {
  const token = tokenOf(request)
  if (token === undefined) throw new Problem('not_signed_in')
  const session = await findSession(store.database, token, clock)
  if (session === null) throw new Problem('session_ended')
  refuseActing(session, name)
  return { kind: 'person', ...session, address: request.ip }
}
