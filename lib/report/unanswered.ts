import type { Output } from '../contracts/index.ts'

const fieldCount = (count: number): string => (count === 1 ? '1 field was' : `${count} fields were`)
const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ')

/** The notice about the fields with these names, which the model called `model` was asked for and did not answer. */
export const unansweredNotice = (names: readonly string[], model = 'The language model'): string =>
  `${model} did not answer: ${fieldCount(names.length)} left empty (${quoted(names)}).`

/** Whether a notice is one that `unansweredNotice` makes. */
const isUnansweredNotice = (notice: string): boolean =>
  / did not answer: (?:1 field was|\d+ fields were) left empty /.test(notice)

/** Notices without those that name unanswered fields. */
export const otherNotices = (notices: readonly string[]): string[] =>
  notices.filter((notice) => !isUnansweredNotice(notice))

/** The fields of an output that were not answered and that are still empty; what a person entered is answered. */
export function stillUnanswered({ unanswered = [], results }: Pick<Output, 'unanswered' | 'results'>): string[] {
  const answered = new Set(
    results.filter(({ value, state }) => value.length > 0 || state === 'entered').map(({ id }) => id),
  )
  return unanswered.filter((id) => !answered.has(id))
}

/** An output's notices as its values stand now: the unanswered fields are named as long as they are unanswered. */
export function noticesNow(output: Output, nameOf: (id: string) => string): string[] {
  const others = otherNotices(output.notices)
  const left = stillUnanswered(output)
  return left.length === 0 ? others : [unansweredNotice(left.map(nameOf)), ...others]
}
