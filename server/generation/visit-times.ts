import type { Field, Result, VisitContext } from '../../lib/contracts/index.ts'
import { emptyResult } from './check/index.ts'

/** When the visit was recorded, as HH:MM. */
type Times = Pick<NonNullable<VisitContext['current_visit']>, 'start' | 'end'>

/**
 * Takes the times of the visit out of its details. The writers never see them: otherwise the check would have to accept
 * their digits as numbers that were said.
 */
export function apartFromTimes(context: VisitContext): { context: VisitContext; times: Times } {
  const { current_visit: visit, ...rest } = context
  if (visit === undefined) return { context, times: {} }
  const { date, ...times } = visit
  return { context: { ...rest, current_visit: { date } }, times }
}

/** The result of a field that the recording's times answer (product 10.22). Null: another field, or a time is not known. */
export function timesResult(field: Field, { start, end }: Times): Result | null {
  const known = { start_time: [start], end_time: [end], start_end_time: [start, end] }
  const value = field.type in known ? known[field.type as keyof typeof known] : []
  if (value.length === 0 || !value.every((time) => time !== undefined)) return null
  return { ...emptyResult(field), value, confidence: 1, state: 'entered', given: 'visit' }
}
