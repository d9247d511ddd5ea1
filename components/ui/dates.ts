const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/**
 * Formats a day as the user's locale writes it, such as "Nov 23, 2026". Takes an ISO time or an ISO date. A date without a time is read as UTC, so it
 * is also written in UTC. Otherwise places west of Greenwich would show the day before.
 */
export const dayWords = (at: string): string => (at.includes('T') ? day : utcDay).format(new Date(at))

/** A day and a time of day, such as "Nov 23, 2026, 7:05:00 PM". Takes an ISO time. */
export const timeWords = (at: string): string => time.format(new Date(at))
