import type { Recording } from './recording.ts'
import type { Recovery } from './recovery.ts'

/**
 * Returns true if words or sound would be lost if the page that records ended now: a recording runs, the words of a
 * dictation are only in the memory of this page, or a kept recording is being sent.
 */
export const holdsWords = (
  { state }: Pick<Recording<unknown>, 'state'>,
  recoveries: Iterable<Pick<Recovery, 'sending'>>,
): boolean => state.phase !== 'idle' || state.unclaimed.length > 0 || [...recoveries].some(({ sending }) => sending)
