import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns the IP addresses of a host name. An empty list: the name has no address. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

const answerWithinMs = 3_000
const triesPerServer = 2

/**
 * Creates a function that resolves names with DNS, IPv4 and IPv6 at the same time. The system function (getaddrinfo) is
 * not used: it cannot be aborted, and it occupies one of the four threads of Node's thread pool. With a slow DNS
 * server, it would also stop the hashing of passwords, which uses the same pool. `servers`: DNS servers to use instead
 * of those of the system, as `address:port`.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: answerWithinMs, tries: triesPerServer })
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      signal.throwIfAborted()
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/**
 * `public`: an address of the public internet. `permitted`: a private address that the settings permit. `forbidden`:
 * all other addresses.
 */
type AddressKind = 'public' | 'permitted' | 'forbidden'

/** The range from which all public IPv6 addresses are assigned so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns the kind of an address. Every address that is not an ordinary public address is forbidden, unless the
 * settings permit it: private, loopback, link-local, unique-local, multicast, unspecified, shared by carriers,
 * reserved, and IPv6 addresses that lead to an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function kindOfAddress(address: string, privateRanges: readonly string[]): AddressKind {
  if (isIP(address) === 0) return 'forbidden'
  const parsed = ipaddr.parse(address)
  const isPermitted = privateRanges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
  if (isPermitted) return 'permitted'
  const isGlobal = parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
  return isGlobal && parsed.range() === 'unicast' ? 'public' : 'forbidden'
}
