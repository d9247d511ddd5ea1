import type { License } from '../../lib/contracts/index.ts'
import { dayWords } from '../ui/dates.ts'

export function periodWords({ startsAt, endsAt }: Pick<License, 'startsAt' | 'endsAt'>): string {
  return endsAt === undefined
    ? `From ${dayWords(startsAt)}, no end date`
    : `${dayWords(startsAt)} to ${dayWords(endsAt)}`
}

/** How many credits are used: "12 of 500 used", or "12 used, no limit". */
export const creditWords = ({ used, limit }: License['credits']['document']): string =>
  limit === null
    ? `${used.toLocaleString('en')} used, no limit`
    : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')} used`

/** How many credits are left: "488 of 500 left", "488 of 500 notes left", or "no limit". */
export const leftWords = ({ used, limit }: License['credits']['document'], unit?: 'notes'): string =>
  limit === null
    ? 'no limit'
    : `${Math.max(0, limit - used).toLocaleString('en')} of ${limit.toLocaleString('en')}${unit ? ` ${unit}` : ''} left`
