import type { RecordingState } from './recording-state.ts'

/**
 * Returns the state for a page with the text boxes `ownBoxes`. `elsewhere` is true while a dictation of any other text
 * box runs. Unclaimed words that belong to another text box are removed.
 */
export function seenFrom(ownBoxes: readonly string[], state: RecordingState): RecordingState {
  const foreign = (box: string | null) => box !== null && !ownBoxes.includes(box)
  return {
    ...state,
    elsewhere: state.phase !== 'idle' && foreign(state.box),
    unclaimed: state.unclaimed.filter(({ box }) => !foreign(box)),
  }
}
