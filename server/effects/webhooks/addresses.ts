import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Looks up the addresses of a name. An empty list: the name has none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

const answerWithinMs = 3_000
const triesPerServer = 2

/**
 * Looks names up in DNS: IPv4 and IPv6 at the same time. The system's own look-up (getaddrinfo) is not used: it cannot be
 * aborted, and it occupies one of four threads. Names whose DNS server is silent would then stop the hashing of passwords.
 * `servers`: other DNS servers than those of the system, as `address:port`.
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

/** `public`: everybody's network. `permitted`: a private address that the settings permit. */
type AddressKind = 'public' | 'permitted' | 'forbidden'

/** All addresses that are given out for the public IPv6 network so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Tells what kind of address this is. Everything that is not an ordinary public address is forbidden: private, loopback,
 * link-local, unique-local, multicast, unspecified, shared by carriers, reserved, and IPv6 addresses that lead to an IPv4
 * address (mapped, NAT64, 6to4, Teredo).
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
