const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** How long ago something was made: minutes under 60, hours under 24, else days (spec §9). Both in ms since 1970. */
export function relativeAge(createdAtMs: number, nowMs: number): string {
  // A clock that runs behind must not show an age below nothing.
  const ageMs = Math.max(0, nowMs - createdAtMs)
  if (ageMs < hourMs) return ago(Math.floor(ageMs / minuteMs), 'minute')
  if (ageMs < dayMs) return ago(Math.floor(ageMs / hourMs), 'hour')
  return ago(Math.floor(ageMs / dayMs), 'day')
}
