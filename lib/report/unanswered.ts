import type { Output } from '../contracts/index.ts'
import { reviewNotice } from './review.ts'

const fieldCount = (count: number): string => (count === 1 ? '1 field was' : `${count} fields were`)
const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')

export const unansweredNotice = (names: readonly string[], model = 'The language model'): string =>
  `${model} did not answer, so ${fieldCount(names.length)} left empty (${quoted(names)}).`

const isUnansweredNotice = (notice: string): boolean =>
  / did not answer, so (?:1 field was|\d+ fields were) left empty /.test(notice)

export const otherNotices = (notices: readonly string[]): string[] =>
  notices.filter((notice) => !isUnansweredNotice(notice))

export function stillUnanswered({ unanswered = [], results }: Pick<Output, 'unanswered' | 'results'>): string[] {
  const answeredIds = new Set(
    results
      .filter(({ value, state }) => value.length > 0 || state === 'entered' || state === 'unclear')
      .map(({ id }) => id),
  )
  return unanswered.filter((id) => !answeredIds.has(id))
}

/**
 * Returns the notices of an output, brought up to date: the notice about unanswered fields names only the fields that
 * are still empty. If nobody has reviewed a value, a notice says so.
 */
export function noticesNow(output: Output, nameOf: (id: string) => string): string[] {
  const openIds = stillUnanswered(output)
  const review = reviewNotice(output.results, nameOf)
  return [
    ...(openIds.length === 0 ? [] : [unansweredNotice(openIds.map(nameOf))]),
    ...(review === null ? [] : [review]),
    ...otherNotices(output.notices),
  ]
}
