import ipaddr from 'ipaddr.js'

/**
 * Groups an IPv6 address by its first four groups (/64), because one customer of a provider usually has the whole /64
 * network. An IPv4 address is returned unchanged.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups(head).length - groups(tail).length)
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail ?? '')].slice(0, 4).join(':')
}

/** Returns a function that tells whether an IP address lies in one of the ranges, such as `198.51.100.0/24`. */
export function withinRanges(ranges: readonly string[]): (address: string) => boolean {
  const networks = ranges.map((range) => ipaddr.parseCIDR(range))
  return (address) => {
    if (networks.length === 0 || !ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
  }
}
