const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/**
 * Formats an age as "just now" (under a minute), minutes (under 60), hours (under 24) or days (product 14.6). Both
 * arguments in milliseconds since 1970.
 */
export function relativeAge(createdAtMs: number, nowMs: number): string {
  // The server and this computer may have different clocks, so the age could be negative. It then counts as 0.
  const ageMs = Math.max(0, nowMs - createdAtMs)
  if (ageMs < minuteMs) return 'just now'
  if (ageMs < hourMs) return ago(Math.floor(ageMs / minuteMs), 'minute')
  if (ageMs < dayMs) return ago(Math.floor(ageMs / hourMs), 'hour')
  return ago(Math.floor(ageMs / dayMs), 'day')
}
