/** Values of the header `Host` in requests of a browser on this computer. */
const ownName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
const ownAddress = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i
/** Headers in which a proxy names the client for whom it sends the request. */
const forwarding = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/

type Headers = Readonly<Record<string, unknown>>

/** True if a header says that a proxy has sent the request for somebody else. */
export const passesProxy = (headers: Headers): boolean =>
  Object.keys(headers).some((name) => forwarding.test(name.toLowerCase()))

/**
 * True if a request certainly comes from a program on this computer, or from a page of this server in a browser on this
 * computer. False in these cases:
 * - A proxy sent the request.
 * - A page of another site in a browser on this computer sent it (`origin`, `sec-fetch-site`).
 * - It was sent to a host name that somebody else has pointed to this computer (`host`).
 */
export function isOwnComputer({ trustProxy }: { trustProxy: unknown }, address: string, headers: Headers): boolean {
  const { host, origin } = headers
  const site = headers['sec-fetch-site']
  if (trustProxy !== false || !ownAddress.test(address)) return false
  if (passesProxy(headers)) return false
  if (typeof host !== 'string' || !ownName.test(host)) return false
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === undefined || site === 'same-origin' || site === 'none'
}
