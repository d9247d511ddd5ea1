import type { RecordingState } from './recording-state.ts'

/**
 * Returns the state as a page with the boxes `ownBoxes` may see it. A dictation of another box appears as `elsewhere`, and
 * words that wait for another box are removed.
 */
export function seenFrom(ownBoxes: readonly string[], state: RecordingState): RecordingState {
  const foreign = (box: string | null) => box !== null && !ownBoxes.includes(box)
  return {
    ...state,
    elsewhere: state.phase !== 'idle' && foreign(state.box),
    unclaimed: state.unclaimed.filter(({ box }) => !foreign(box)),
  }
}
