import type { RecordingState } from './recording-state.ts'

export function seenFrom(ownBoxes: readonly string[], state: RecordingState): RecordingState {
  const foreign = (box: string | null) => box !== null && !ownBoxes.includes(box)
  return {
    ...state,
    elsewhere: state.phase !== 'idle' && foreign(state.box),
    unclaimed: state.unclaimed.filter(({ box }) => !foreign(box)),
  }
}
