import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../../tests/exhaustive.ts'
import { type Batch, Batcher, batchFrames } from './batcher.ts'

const blockFrames = 128
const ramp = (from: number, frames = blockFrames) =>
  Float32Array.from({ length: frames }, (_, i) => (from + i) / 32_767)

function collect(channels: 1 | 2) {
  const batches: Batch[] = []
  return { batches, batcher: new Batcher({ channels, emit: (batch) => batches.push(batch) }) }
}

test('a batch is 2,048 frames, 4,096 bytes of one channel', () => {
  const { batches, batcher } = collect(1)
  for (let block = 0; block < 32; block++) batcher.push(ramp(0), undefined, blockFrames)
  expect(batches.map(({ pcm, atFrame }) => [pcm.byteLength, atFrame])).toEqual([
    [4096, 0],
    [4096, batchFrames],
  ])
})

test('a ramp comes out sample for sample across batch borders, with left and right separate', () => {
  const { batches, batcher } = collect(2)
  const frames = 10_240
  for (let at = 0; at < frames; at += blockFrames) batcher.push(ramp(at), ramp(-at - blockFrames), blockFrames)
  const samples = batches.flatMap(({ pcm }) => [...pcm])
  expect(samples.filter((_, i) => i % 2 === 0)).toEqual(Array.from({ length: frames }, (_, i) => i))
  expect(samples[1]).toBe(-128)
  expect(samples.length).toBe(2 * frames)
})

test('in merged mode both sources are added, and the sum never overflows', () => {
  const { batches, batcher } = collect(1)
  batcher.push(Float32Array.of(0.25, 0.9, -0.9), Float32Array.of(0.25, 0.9, -0.9), 3)
  batcher.flush()
  expect([...(batches[0]?.pcm ?? [])]).toEqual([16_384, 32_767, -32_767])
})

test('a source that delivers nothing counts as silence of the same length', () => {
  const { batches, batcher } = collect(2)
  batcher.push(undefined, ramp(1, 4), 4)
  batcher.flush()
  expect([...(batches[0]?.pcm ?? [])]).toEqual([0, 1, 0, 2, 0, 3, 0, 4])
  expect(batches[0]?.levels.microphone).toBe(0)
  expect(batches[0]?.levels.tab).toBeGreaterThan(0)
})

test('every frame pushed while running is delivered once at its own position, whatever the pauses', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('push' as const), frames: fc.integer({ min: 1, max: 3000 }) }),
    fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'flush' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { batches, batcher } = collect(1)
      const expected: [number, number][] = []
      let at = 0
      let paused = false
      for (const one of steps) {
        if (one.kind === 'push') {
          const values = Float32Array.from({ length: one.frames }, (_, i) => (((at + i) % 30_000) + 1) / 32_767)
          batcher.push(values, undefined, one.frames)
          if (!paused) for (let i = 0; i < one.frames; i++) expected.push([at + i, ((at + i) % 30_000) + 1])
          at += one.frames
        } else if (one.kind === 'flush') batcher.flush()
        else {
          paused = one.kind === 'pause'
          batcher.setPaused(paused)
        }
      }
      batcher.flush()
      expect(batches.flatMap(({ pcm, atFrame }) => [...pcm].map((sample, i) => [atFrame + i, sample]))).toEqual(
        expected,
      )
    }),
    { numRuns: casesOf('sound', 60) },
  )
})

test('a delivered batch is not written to again', () => {
  const { batches, batcher } = collect(1)
  batcher.push(ramp(1, batchFrames), undefined, batchFrames)
  const first = [...(batches[0]?.pcm ?? [])]
  batcher.push(ramp(500, batchFrames), undefined, batchFrames)
  expect([...(batches[0]?.pcm ?? [])]).toEqual(first)
})
