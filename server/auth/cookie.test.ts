import { expect, test } from 'vitest'
import { cookieTokenOf, requireOwnOrigin, setCookie } from './cookie.ts'

type Given = Parameters<typeof requireOwnOrigin>[0]
const request = (over: Partial<Given> = {}): Given => ({
  protocol: 'https',
  hostname: 'scribe.example',
  host: 'scribe.example:8443',
  headers: { origin: 'https://scribe.example:8443' },
  cookies: {},
  ...over,
})
const crossOrigin = expect.objectContaining({ code: 'cross_origin' })

test('a call is the portal’s own only if its origin is exactly this server, and the browser does not say otherwise', () => {
  const check = (headers: Given['headers']) => () => requireOwnOrigin(request({ headers }))
  const origin = 'https://scribe.example:8443'
  expect(check({ origin })).not.toThrow()
  expect(check({ origin, 'sec-fetch-site': 'same-origin' })).not.toThrow()
  for (const site of ['same-site', 'cross-site', 'none'])
    expect(check({ origin, 'sec-fetch-site': site })).toThrow(crossOrigin)
  for (const other of ['http://scribe.example:8443', 'https://scribe.example', 'https://evil.example', 'null'])
    expect(check({ origin: other, 'sec-fetch-site': 'same-origin' })).toThrow(crossOrigin)
  expect(check({})).toThrow(crossOrigin)
  expect(check({ 'sec-fetch-site': 'same-origin' })).toThrow(crossOrigin)
})

test.each([
  ['over TLS', { protocol: 'https' as const, hostname: 'scribe.example' }, '__Host-chartside', true],
  ['over TLS, on the own computer', { protocol: 'https' as const, hostname: 'localhost' }, '__Host-chartside', true],
  ['without TLS, on the own computer', { protocol: 'http' as const, hostname: '127.0.0.1' }, 'chartside', false],
  [
    'without TLS, on the own computer by name',
    { protocol: 'http' as const, hostname: 'localhost' },
    'chartside',
    false,
  ],
  ['without TLS, on the own computer by IPv6', { protocol: 'http' as const, hostname: '[::1]' }, 'chartside', false],
  ['without TLS, from another computer', { protocol: 'http' as const, hostname: 'scribe.example' }, null, false],
])('%s the cookie has the name and the protection for this connection', (_, where, name, isSecure) => {
  const given = request({
    ...where,
    headers: { origin: `${where.protocol}://scribe.example:8443` },
    cookies: { '__Host-chartside': 'over TLS', chartside: 'without TLS' },
  })
  const expiresAt = new Date('2026-11-24T12:00:00Z')
  const set: unknown[] = []
  const reply = { setCookie: (...cookie: unknown[]) => set.push(cookie) } as unknown as Parameters<typeof setCookie>[1]
  const token = cookieTokenOf(given)
  if (name === null) {
    expect(token).toBeUndefined()
    expect(() => setCookie(given, reply, { token: 'new', expiresAt })).toThrow(crossOrigin)
    expect(set).toEqual([])
    return
  }
  expect(token).toBe(isSecure ? 'over TLS' : 'without TLS')
  setCookie(given, reply, { token: 'new', expiresAt })
  const options = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax', expires: expiresAt }
  expect(set).toEqual([[name, 'new', options]])
})

test('another page gets no cookie', () => {
  const reply = { setCookie: () => expect.unreachable() } as unknown as Parameters<typeof setCookie>[1]
  const foreign = request({ headers: { origin: 'https://evil.example' } })
  expect(() => setCookie(foreign, reply, { token: 'new', expiresAt: new Date() })).toThrow(crossOrigin)
})
