import { parseMoment } from '../dates.ts'
import type { PagePatient } from '../shapes.ts'
import { fold } from '../words.ts'

const agree = (one: string | undefined, other: string | undefined): boolean =>
  !one || !other || fold(one) === fold(other)

/**
 * Returns true if two readings show the same person: the names are equal, and no other value that both show differs.
 */
export const samePatient = (one: PagePatient, other: PagePatient): boolean =>
  fold(one.name) === fold(other.name) &&
  agree(one.identifier, other.identifier) &&
  agree(one.birthDate, other.birthDate) &&
  agree(one.chartKey, other.chartKey)

/** Converts a date from a chart to an ISO date. Returns undefined if it is not a date. */
export function isoDay(text: string): string | undefined {
  const day = parseMoment(text)?.day
  return day && [String(day.year), String(day.month).padStart(2, '0'), String(day.day).padStart(2, '0')].join('-')
}
