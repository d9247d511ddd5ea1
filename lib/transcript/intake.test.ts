import { expect, test } from 'vitest'
import { createIntake, type Gate } from './intake.ts'
import type { Chunk } from './timeline.ts'

const chunk = (atFrame: number): Chunk => ({ atFrame, pcm: new Int16Array(16) })

/** A fake gate that passes each chunk on only when the next chunk arrives. */
function lateGate(): Gate {
  let waiting: Chunk[] = []
  return {
    push(next) {
      const audio = waiting
      waiting = [next]
      return { audio, decidedFrame: next.atFrame }
    },
    flush: () => ({ audio: waiting, decidedFrame: 1000 }),
  }
}

/**
 * Creates an intake with a fake journal. `written`: for each chunk, true if the journal can store it. Null: no journal.
 */
function setUp(over: { gate?: Gate; written?: boolean[] | null }) {
  const passed: unknown[] = []
  const answers = [...(over.written ?? [])]
  const intake = createIntake({
    channels: 2,
    gate: over.gate ?? null,
    journal:
      over.written === null
        ? null
        : {
            add: async () => answers.shift() ?? true,
            settled: async () => void passed.push('settled'),
          },
    audio: ({ atFrame }, kept) => passed.push([atFrame, kept]),
    silence: (frame) => passed.push(frame),
  })
  return { intake, passed }
}

test('all audio is passed on in order, the last of it at the end, when the disk has it', async () => {
  const { intake, passed } = setUp({ gate: lateGate() })
  for (const frame of [0, 8, 16]) intake.push(chunk(frame))
  await intake.finish()
  expect(passed).toEqual([0, [0, true], 8, [8, true], 16, [16, true], 1000, 'settled'])
})

test('only audio that the disk has, from a chunk on that it has stored completely, counts as stored', async () => {
  const { intake, passed } = setUp({ written: [true, false, true] })
  for (const frame of [0, 8, 16]) intake.push(chunk(frame))
  await intake.finish()
  expect(passed).toEqual([[0, true], 0, [8, false], 0, [16, true], 0, 'settled'])
})

test('a part of an unstored chunk that the gate passes on later does not count as stored', async () => {
  const { intake, passed } = setUp({ gate: lateGate(), written: [true, false, true] })
  for (const frame of [0, 8, 16]) intake.push(chunk(frame))
  await intake.finish()
  expect(passed.filter((one) => Array.isArray(one))).toEqual([
    [0, false],
    [8, false],
    [16, true],
  ])
})

test('without a disk, audio is passed on at once and counts as not stored', async () => {
  const { intake, passed } = setUp({ written: null })
  intake.push(chunk(0))
  expect(passed).toEqual([[0, false], 0])
  await intake.finish()
  expect(passed).toHaveLength(2)
})
