import type { Field, Result, VisitContext } from '../../lib/contracts/index.ts'
import { emptyResult } from './check/index.ts'

/** The start and the end of the recording, as HH:MM. */
type Times = Pick<NonNullable<VisitContext['current_visit']>, 'start' | 'end'>

/** The digits of the times must not count as numbers that were said. */
export function apartFromTimes(context: VisitContext): { context: VisitContext; times: Times } {
  const { current_visit: visit, ...rest } = context
  if (visit === undefined) return { context, times: {} }
  const { date, ...times } = visit
  return { context: { ...rest, current_visit: { date } }, times }
}

/** Returns the result of a field for the start or end time, with the times of the recording (product 10.22). */
export function timesResult(field: Field, { start, end }: Times): Result | null {
  const timesByType = { start_time: [start], end_time: [end], start_end_time: [start, end] }
  const value = field.type in timesByType ? timesByType[field.type as keyof typeof timesByType] : []
  if (value.length === 0 || !value.every((time) => time !== undefined)) return null
  return { ...emptyResult(field), value, confidence: 1, state: 'entered', given: 'visit' }
}
