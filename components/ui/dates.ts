const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** A day, such as "Nov 23, 2026". Takes an ISO time. */
export const dayWords = (at: string): string => day.format(new Date(at))

/** A day and a time of day, such as "Nov 23, 2026, 7:05:00 PM". Takes an ISO time. */
export const timeWords = (at: string): string => time.format(new Date(at))
