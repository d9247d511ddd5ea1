import type { SiteRules } from '../../contracts/index.ts'

// The functions of this file use no document, because the service worker imports them, too, and has no document.

export const rulesMeet = ({ host }: Pick<SiteRules, 'host'>, hostname: string): boolean => {
  const ruleHost = host.toLowerCase().replace(/^\*\./, '')
  const name = hostname.toLowerCase()
  return name === ruleHost || (host.startsWith('*.') && name.endsWith(`.${ruleHost}`))
}

/**
 * Returns the best rules for a host: the exact host, otherwise the longest wildcard; of equal hosts, the highest
 * version.
 */
export function rulesFor(hostname: string, rules: readonly SiteRules[]): SiteRules | null {
  const rulesOfHost = rules.filter((each) => rulesMeet(each, hostname))
  const width = ({ host }: SiteRules): number => (host.startsWith('*.') ? -host.length : Number.NEGATIVE_INFINITY)
  return (
    rulesOfHost.sort((one, otherRules) => width(one) - width(otherRules) || otherRules.version - one.version)[0] ?? null
  )
}
