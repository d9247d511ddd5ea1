import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/** A browser accepts this prefix only over TLS, for one host and all of its paths. No other host can overwrite it. */
const overTls = '__Host-chartside'
/** Without TLS, browsers refuse the prefix. Only a browser on the server's own computer gets this cookie. */
const onLoopback = 'chartside'
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

type Request = Pick<FastifyRequest, 'protocol' | 'hostname' | 'host' | 'headers' | 'cookies'>

/** The name of the cookie for this connection. Null: without TLS and from another computer, there is no cookie. */
const nameFor = ({ protocol, hostname }: Request): string | null =>
  protocol === 'https' ? overTls : loopback.has(hostname) ? onLoopback : null

/** The token of the portal's cookie. Undefined: the request has none. */
export function cookieTokenOf(request: Request): string | undefined {
  const name = nameFor(request)
  return name === null ? undefined : request.cookies[name]
}

/**
 * Throws `cross_origin` unless a page of this server makes the call. Browsers add the cookie to calls of other pages too;
 * without this check, such a page could change something in the name of the person.
 */
export function requireOwnOrigin(request: Request): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const own = `${request.protocol}://${request.host}`
  if (origin === own && (site === undefined || site === 'same-origin')) return
  throw new Problem('cross_origin', 'This call came from another page. Open the portal and try again.')
}

/** Sets the portal's cookie (product 12.10). Throws `cross_origin` without TLS, unless on the server's own computer. */
export function setCookie(request: Request, reply: FastifyReply, { token, expiresAt }: PortalCookie): void {
  requireOwnOrigin(request)
  const name = nameFor(request)
  if (name === null) throw new Problem('cross_origin', 'Open the portal through an address that begins with https.')
  reply.setCookie(name, token, {
    path: '/',
    httpOnly: true,
    secure: name === overTls,
    sameSite: 'lax',
    expires: expiresAt,
  })
}

/** A token for the cookie, and when it expires. */
export interface PortalCookie {
  token: string
  expiresAt: Date
}
