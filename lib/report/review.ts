import type { Flag, Result } from '../contracts/index.ts'

/** Returns the flags of a result that say it is wrong, and about which nobody has decided yet. */
export const wrongParts = ({ flags }: Pick<Result, 'flags'>): Flag[] =>
  flags.filter(({ severity, verdict }) => severity === 3 && verdict === undefined)

/**
 * Returns the flags that print, copies and other programs show until somebody has decided about them: of parts that are
 * probably wrong, and of all that a reviewer has found.
 */
export const warnedParts = ({ flags }: Pick<Result, 'flags'>): Flag[] =>
  flags.filter(({ severity, finding, verdict }) => (severity === 3 || finding !== undefined) && verdict === undefined)

/** Returns the words of a note about a part that is probably wrong, for print, copies and other programs. */
export const warningText = ({ text, reason }: Pick<Flag, 'text' | 'reason'>): string =>
  text === '' ? `Check this: ${reason}` : `Check this: “${text}” ${reason}`

/** What a note says in which nobody has reviewed the meaning of any value. */
export const unreviewed =
  'Only words, numbers, dates and names were checked. Nobody reviewed meaning: read negations, persons and sides yourself.'

const writtenValue = ({ writer, value, state, byHand, evidence }: Result): boolean =>
  writer !== undefined &&
  value.some((part) => part.trim() !== '') &&
  (state !== 'entered' || (byHand !== undefined && evidence.length > 0))

/**
 * Returns what a note says about the review of its values. `nameOf` gives the name of a field. Null: a reviewer has judged
 * every value that a writer has written.
 */
export function reviewNotice(results: readonly Result[], nameOf: (id: string) => string): string | null {
  const written = results.filter(writtenValue)
  const open = written.filter(({ reviewedBy }) => reviewedBy === undefined)
  if (open.length === 0) return null
  if (open.length === written.length) return unreviewed
  return `${unreviewed} This is true of ${open.map(({ id }) => `“${nameOf(id)}”`).join(', ')}. A reviewer has read the other fields.`
}

/** True if `reviewNotice` has created this notice. */
export const isReviewNotice = (notice: string): boolean => notice.startsWith(unreviewed)
