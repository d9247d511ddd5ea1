import type { SiteRules } from '../../contracts/index.ts'

// Apart from what reads a page: the service worker asks it too, and has no document.

/** Whether rules are meant for a host: it itself, or any below it for `*.`. */
export const rulesMeet = ({ host }: Pick<SiteRules, 'host'>, hostname: string): boolean => {
  const wanted = host.toLowerCase().replace(/^\*\./, '')
  const name = hostname.toLowerCase()
  return name === wanted || (host.startsWith('*.') && name.endsWith(`.${wanted}`))
}

/** The rules for a host among several: those of that very host before those of a wider one, the newest of each. */
export function rulesFor(hostname: string, known: readonly SiteRules[]): SiteRules | null {
  const meant = known.filter((each) => rulesMeet(each, hostname))
  const width = ({ host }: SiteRules): number => (host.startsWith('*.') ? -host.length : Number.NEGATIVE_INFINITY)
  return meant.sort((one, other) => width(one) - width(other) || other.version - one.version)[0] ?? null
}
