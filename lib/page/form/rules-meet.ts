import type { SiteRules } from '../../contracts/index.ts'

// The functions of this file use no document, because the service worker imports them, too, and has no document.

export const rulesMeet = ({ host }: Pick<SiteRules, 'host'>, hostname: string): boolean => {
  const wanted = host.toLowerCase().replace(/^\*\./, '')
  const name = hostname.toLowerCase()
  return name === wanted || (host.startsWith('*.') && name.endsWith(`.${wanted}`))
}

/**
 * Returns the best rules for a host: the exact host, otherwise the longest wildcard; of equal hosts, the highest
 * version.
 */
export function rulesFor(hostname: string, known: readonly SiteRules[]): SiteRules | null {
  const meant = known.filter((each) => rulesMeet(each, hostname))
  const width = ({ host }: SiteRules): number => (host.startsWith('*.') ? -host.length : Number.NEGATIVE_INFINITY)
  return meant.sort((one, other) => width(one) - width(other) || other.version - one.version)[0] ?? null
}
