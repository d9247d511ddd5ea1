import type { RecordingState } from './recording-state.ts'

/** What a page with these text boxes may know of the recording: a dictation of another box is one elsewhere, and words that wait for one are not its own. `own`: the names of its boxes. */
export function seenFrom(own: readonly string[], state: RecordingState): RecordingState {
  const foreign = (box: string | null) => box !== null && !own.includes(box)
  return {
    ...state,
    elsewhere: state.phase !== 'idle' && foreign(state.box),
    unclaimed: state.unclaimed.filter(({ box }) => !foreign(box)),
  }
}
