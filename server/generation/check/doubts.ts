import type { Flag } from '../../../lib/contracts/index.ts'

const doubt =
  (reason: string) =>
  (text: string): Flag => ({ severity: 2, text, reason })

export const unsaidNumber = doubt('This number was not said in the session.')
export const numberAboutAnother = doubt('In the session, this number was about something else.')
export const takenBack = doubt('The session corrects this value. Another value was said instead of it.')
export const unsaidDate = doubt('This date was not said in the session.')
export const dateAboutAnother = doubt('In the session, this date was about something else.')
export const unsaidOrdinal = doubt('This date or place was not said in the session.')
export const saidElsewhere = doubt(
  'The quote does not contain this number. The number was said elsewhere in the session.',
)
export const unsaidName = doubt('This name was not said in the session.')
export const unnamedMedicine = doubt('The quote does not name this medicine.')

/** Leaves out a flag whose text another flag has already marked. */
export const withoutRepetitions = (flags: readonly Flag[]): Flag[] =>
  flags.filter((flag, at) => flags.findIndex(({ text }) => text !== '' && text === flag.text) === at)
