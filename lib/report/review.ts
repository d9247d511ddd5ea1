import type { Flag, Result } from '../contracts/index.ts'

export const wrongParts = ({ flags }: Pick<Result, 'flags'>): Flag[] =>
  flags.filter(({ severity, verdict }) => severity === 3 && verdict === undefined)

export const warnedParts = ({ flags }: Pick<Result, 'flags'>): Flag[] =>
  flags.filter(({ severity, finding, verdict }) => (severity === 3 || finding !== undefined) && verdict === undefined)

export const warningText = ({ text, reason }: Pick<Flag, 'text' | 'reason'>): string =>
  text === '' ? `Check this: ${reason}` : `Check this: “${text}” ${reason}`

export const unreviewed =
  'Only words, numbers, dates and names were checked. Nobody reviewed meaning: read negations, persons and sides yourself.'

const writtenValue = ({ writer, value, state, byHand, evidence }: Result): boolean =>
  writer !== undefined &&
  value.some((part) => part.trim() !== '') &&
  (state !== 'entered' || (byHand !== undefined && evidence.length > 0))

export function reviewNotice(results: readonly Result[], nameOf: (id: string) => string): string | null {
  const writtenValues = results.filter(writtenValue)
  const unreviewedValues = writtenValues.filter(({ reviewedBy }) => reviewedBy === undefined)
  if (unreviewedValues.length === 0) return null
  if (unreviewedValues.length === writtenValues.length) return unreviewed
  return `${unreviewed} This is true of ${unreviewedValues.map(({ id }) => `“${nameOf(id)}”`).join(', ')}. A reviewer has read the other fields.`
}

export const isReviewNotice = (notice: string): boolean => notice.startsWith(unreviewed)
