export const timePattern = String.raw`\d{1,3}:\d{1,2}(?::\d{1,2})?(?:[.,]\d{1,6})?`

const parts = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,6}))?$/

/** Returns the milliseconds of a time such as `00:00:05.120`. Null if it is none. */
export function msOfTime(time: string): number | null {
  const match = parts.exec(time)
  if (match === null) return null
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = match
  return Math.round(
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || '0'}`)) * 1000,
  )
}
