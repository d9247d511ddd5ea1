import { expect } from 'vitest'
import type { RecordingServer } from '../fakes/recording-server.ts'
import type { Stage } from './stage.ts'

const patienceMs = 60_000

/** Calls `ask` repeatedly until its result is truthy, and returns the result. Throws after `withinMs`. */
export async function until<Value>(what: string, ask: () => Promise<Value> | Value, withinMs = patienceMs) {
  const end = performance.now() + withinMs
  for (;;) {
    const value = await ask()
    if (value) return value
    if (performance.now() > end) throw new Error(`${what} did not come about`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const bytesOf = (pcm: Int16Array) => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)

/**
 * Returns functions that wait for states of a recording, in the test browser (`stage`) and on the server. The stage must
 * have only one recording.
 */
export function follow(stage: Stage, server: RecordingServer) {
  const state = () => stage.ask('recording.state')
  return {
    state,
    committed: (seconds: number) =>
      until(`${seconds} s committed`, () =>
        [...server.takes.values()].some(({ frames }) => frames >= seconds * 16_000),
      ),
    recorded: (seconds: number) =>
      until(`${seconds} s recorded`, async () => (await state()).elapsedMs >= seconds * 1000),
    /** Stops the take and checks that the server has all of it: every captured sample, once, at its position. */
    async finishWhole() {
      await stage.ask('recording.stop')
      const captured = await stage.captured()
      const finished = () => [...server.takes.values()].find((take) => take.finished)
      // On a busy machine, the end of a take may reach the server after the panel has stopped waiting for the answer.
      const { pcm, channels, frames, heardFrames, gaps } = await until('the end of the take on the server', finished)
      expect(gaps).toEqual([])
      expect(heardFrames).toBe(frames)
      expect(frames * channels).toBe(captured.length)
      expect(Buffer.compare(bytesOf(pcm.subarray(0, captured.length)), bytesOf(captured))).toBe(0)
    },
  }
}
