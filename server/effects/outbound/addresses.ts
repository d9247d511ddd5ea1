import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns the IP addresses of a host name. The list is empty if none were found. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

export type ResolveText = (name: string, signal: AbortSignal) => Promise<string[]>

const answerWithinMs = 3_000
const triesPerServer = 2

export function resolveByDns(servers?: readonly string[]): Resolve {
  return async (name, signal) => {
    const answers = await asking(servers, signal, (resolver) =>
      Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]),
    )
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

const noRecord: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND'])

export function resolveTextByDns(servers?: readonly string[]): ResolveText {
  return async (name, signal) => {
    try {
      const records = await asking(servers, signal, (resolver) => resolver.resolveTxt(name))
      return records.map((parts) => parts.join(''))
    } catch (error) {
      if (error instanceof Error && 'code' in error && noRecord.has(error.code)) return []
      throw error
    }
  }
}

async function asking<Answer>(
  servers: readonly string[] | undefined,
  signal: AbortSignal,
  ask: (resolver: Resolver) => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: answerWithinMs, tries: triesPerServer })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answer = await ask(resolver)
    signal.throwIfAborted()
    return answer
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * `public`: an address of the public internet. `permitted`: an address in a range that the settings permit.
 * `forbidden`: every other address, such as one of the internal network.
 */
type AddressKind = 'public' | 'permitted' | 'forbidden'

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
