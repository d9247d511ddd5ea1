import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/**
 * Name of the cookie over TLS. With the prefix `__Host-`, browsers accept a cookie only over TLS and for one host, so
 * that no other host can overwrite it.
 */
const overTls = '__Host-chartside'
/**
 * Name of the cookie without TLS. It has no prefix `__Host-`, because browsers refuse a cookie with this prefix if the
 * connection has no TLS. Only a browser on the server's own computer gets this cookie.
 */
const onLoopback = 'chartside'
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

type Request = Pick<FastifyRequest, 'protocol' | 'hostname' | 'host' | 'headers' | 'cookies'>

/**
 * Returns the name of the cookie for this connection. Null for a connection without TLS from another computer, which
 * gets no cookie.
 */
const nameFor = ({ protocol, hostname }: Request): string | null =>
  protocol === 'https' ? overTls : loopback.has(hostname) ? onLoopback : null

export function cookieTokenOf(request: Request): string | undefined {
  const name = nameFor(request)
  return name === null ? undefined : request.cookies[name]
}

/**
 * Throws `cross_origin` unless the call comes from a page of this server. Browsers also add the cookie to calls that
 * pages of other sites make; without this check, such a page could change the person's data.
 */
export function requireOwnOrigin(request: Request): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const ownOrigin = `${request.protocol}://${request.host}`
  if (origin === ownOrigin && (site === undefined || site === 'same-origin')) return
  throw new Problem(
    'cross_origin',
    'This request came from a page that is not part of the portal. Open the portal and try again.',
  )
}

/**
 * Sets the portal's cookie (product 12.10). Throws `cross_origin` if the call does not come from a page of this server,
 * or if the connection has no TLS and comes from another computer.
 */
export function setCookie(request: Request, reply: FastifyReply, { token, expiresAt }: PortalCookie): void {
  requireOwnOrigin(request)
  const name = nameFor(request)
  if (name === null) throw new Problem('cross_origin', 'Open the portal at an address that begins with https://.')
  reply.setCookie(name, token, {
    path: '/',
    httpOnly: true,
    secure: name === overTls,
    sameSite: 'lax',
    expires: expiresAt,
  })
}

export interface PortalCookie {
  token: string
  expiresAt: Date
}
