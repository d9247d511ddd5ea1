import type { Recording } from './recording.ts'
import type { Recovery } from './recovery.ts'

/**
 * Returns true if the page that records must not be closed now, because words or audio would be lost. This is the case
 * while a recording runs, while the words of a dictation are only in the memory of this page, and while a recording
 * from the disk is being sent.
 */
export const holdsWords = (
  { state }: Pick<Recording<unknown>, 'state'>,
  recoveries: Iterable<Pick<Recovery, 'sending'>>,
): boolean => state.phase !== 'idle' || state.unclaimed.length > 0 || [...recoveries].some(({ sending }) => sending)
