import { expect, test } from 'vitest'
import { startCapture } from './capture.ts'

test('a browser without AudioContext gets an error that says so', async () => {
  await expect(
    startCapture({
      microphoneId: null,
      gain: 1,
      tab: null,
      mode: 'merged',
      workletUrl: '/worklet.js',
      onBatch: () => expect.unreachable(),
      onLevel: () => expect.unreachable(),
      onProblem: () => expect.unreachable(),
    }),
  ).rejects.toThrow(/^AudioContext is not supported$/)
})
