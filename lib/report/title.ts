import type { VisitContext } from '../contracts/index.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

/** Formats an ISO date as `October 21, 2026`. Returns any other text unchanged. */
export function dayInWords(isoDay: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(isoDay) ?? []
  const name = months[Number(month) - 1]
  return year === undefined || name === undefined ? isoDay : `${name} ${Number(day)}, ${year}`
}

export function reportTitle(layoutName: string, context: VisitContext): string {
  const day = context.current_visit?.date
  return day === undefined ? layoutName : `${layoutName}, ${dayInWords(day)}`
}
