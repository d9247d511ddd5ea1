import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMissing, missingAudio } from './missing.ts'

const part = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 8 }))
  .map(([fromFrame, length]) => ({ fromFrame, endFrame: fromFrame + length }))

test('after any parts were missing and found, exactly the frames that are still missing are listed, in order and merged', () => {
  const step = fc.record({ isFound: fc.boolean(), part })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), fc.array(step, { maxLength: 12 }), (known, steps) => {
      const missing = createMissing(known)
      const frames = new Set<number>()
      const all = [...known.map((one) => ({ isFound: false, part: one })), ...steps]
      for (const { isFound, part } of all)
        for (let frame = part.fromFrame; frame < part.endFrame; frame++)
          if (isFound) frames.delete(frame)
          else frames.add(frame)
      for (const { isFound, part } of steps) {
        if (isFound) missing.remove(part)
        else missing.add(part)
      }
      const listed = missing.parts.flatMap(({ fromFrame, endFrame }) =>
        Array.from({ length: endFrame - fromFrame }, (_, i) => fromFrame + i),
      )
      expect(listed).toEqual([...frames].sort((a, b) => a - b))
      expect(missing.parts.every((one, i) => i === 0 || one.fromFrame > (missing.parts[i - 1]?.endFrame ?? 0))).toBe(
        true,
      )
    }),
  )
})

test('a part without frames is not missing', () => {
  expect(createMissing([{ fromFrame: 5, endFrame: 5 }]).parts).toEqual([])
})

test('parts are shown in milliseconds of the timeline', () => {
  expect(missingAudio([{ fromFrame: 2048, endFrame: 4096 }])).toEqual([{ fromMs: 128, toMs: 256 }])
})
