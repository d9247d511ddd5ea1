import { expect, test } from 'vitest'
import { idleRecording, type RecordingState } from './recording-state.ts'
import { seenFrom } from './seen-from.ts'

const own = ['window-1', 'page-a']
const running = (box: string | null): RecordingState => ({
  ...idleRecording,
  phase: 'recording',
  place: 'dictation',
  box,
})
const words = (box: string | null) => ({
  transactionId: `${box}`,
  keepFor: 'ana',
  box,
  turns: ['Slept well.'],
  patient: null,
})

test('a dictation of another box is shown as running elsewhere; one’s own, or one whose box is gone for good, is not', () => {
  const elsewhere = ['window-1', 'page-a', null, 'window-2', 'page-b'].map(
    (box) => seenFrom(own, running(box)).elsewhere,
  )
  expect(elsewhere).toEqual([false, false, false, true, true])
  expect(seenFrom(own, { ...running('window-2'), phase: 'idle' }).elsewhere).toBe(false)
})

test('words that wait for another box are not shown', () => {
  const state = { ...idleRecording, unclaimed: [words('window-1'), words('window-2'), words(null)] }
  expect(seenFrom(own, state).unclaimed.map(({ box }) => box)).toEqual(['window-1', null])
})
