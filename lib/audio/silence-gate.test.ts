import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../../tests/exhaustive.ts'
import { createSilenceGate, type Gated, type SilenceGateOptions } from './silence-gate.ts'

const rate = 16_000
const batch = 2048

/** Returns samples of steady noise, the same at every call. `loudness`: the RMS level, 0 to 1 of full scale. */
function noise(seconds: number, loudness: number): number[] {
  let seed = 1
  return Array.from({ length: seconds * rate }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed / 1_073_741_824 - 1) * Math.sqrt(3) * loudness
  })
}
/** Imitates speech: a tone whose level rises four times a second, like syllables, over room noise. */
function talk(seconds: number, loudness: number, room: number): number[] {
  return noise(seconds, room).map((tone, i) => {
    const swell = Math.max(0, Math.sin((2 * Math.PI * 4 * i) / rate)) ** 2
    return tone + 2 * loudness * swell * Math.sin((2 * Math.PI * 300 * i) / rate)
  })
}
const pcmOf = (samples: number[]) => new Int16Array(samples.map((one) => Math.round(one * 32_767)))

function pass(channels: number[][], options: Partial<SilenceGateOptions> = {}) {
  const gate = createSilenceGate({ channels: channels.length === 2 ? 2 : 1, ...options })
  const frames = channels[0]?.length ?? 0
  const pcm = new Int16Array(frames * channels.length)
  channels.forEach((samples, channel) => {
    pcmOf(samples).forEach((sample, i) => {
      pcm[i * channels.length + channel] = sample
    })
  })
  const told: Gated[] = []
  for (let at = 0; at < frames; at += batch) {
    told.push(gate.push({ pcm: pcm.slice(at * channels.length, (at + batch) * channels.length), atFrame: at }))
  }
  told.push(gate.flush())
  const sent = new Uint8Array(frames)
  for (const { pcm: part, atFrame } of told.flatMap(({ audio }) => audio)) {
    const same = pcm.subarray(atFrame * channels.length, atFrame * channels.length + part.length)
    expect(Buffer.compare(Buffer.from(part.slice().buffer), Buffer.from(same.slice().buffer))).toBe(0)
    for (let i = 0; i < part.length / channels.length; i++) sent[atFrame + i] = (sent[atFrame + i] ?? 0) + 1
  }
  const share = (fromS: number, toS: number) =>
    sent.slice(fromS * rate, toS * rate).reduce((sum, one) => sum + one, 0) / ((toS - fromS) * rate)
  return { told, sent, share, gaps: told.flatMap(({ gaps }) => gaps) }
}

test('silence longer than 1.5 s stops the sending, and the gap is reported exactly to the frame', () => {
  const { sent, gaps, share } = pass([[...talk(3, 0.1, 0.001), ...noise(6, 0.001), ...talk(2, 0.1, 0.001)]])
  expect(share(0, 3)).toBe(1)
  expect(share(9, 11)).toBe(1)
  expect(gaps).toHaveLength(1)
  expect(gaps[0]?.frames).toBe(sent.length - sent.reduce((sum, one) => sum + one, 0))
  expect(share(3, 9)).toBeLessThan(0.3)
})

test('when speech returns, the 300 ms before it are sent', () => {
  const { gaps } = pass([[...talk(3, 0.1, 0.001), ...noise(6, 0.001), ...talk(2, 0.1, 0.001)]])
  const back = (gaps[0]?.atFrame ?? 0) + (gaps[0]?.frames ?? 0)
  expect(9 * rate - back).toBeGreaterThanOrEqual(0.2 * rate)
  expect(9 * rate - back).toBeLessThanOrEqual(0.3 * rate)
})

test('a short pause between two sentences is sent completely', () => {
  expect(pass([[...talk(3, 0.1, 0.001), ...noise(0.9, 0.001), ...talk(2, 0.1, 0.001)]]).gaps).toEqual([])
})

test('quiet speech in a quiet room passes, where the fixed threshold would drop it', () => {
  const { share } = pass([[...talk(4, 0.004, 0.0003), ...noise(5, 0.0003), ...talk(4, 0.004, 0.0003)]])
  expect(share(0, 4)).toBe(1)
  expect(share(9, 13)).toBe(1)
  expect(share(5.5, 8.5)).toBe(0)
})

test('any sound above the ceiling passes, however steady it is', () => {
  expect(pass([noise(20, 0.02)]).share(0, 20)).toBe(1)
})

test('a room that becomes louder is sent until the new noise level is learned', () => {
  const { share } = pass([[...noise(6, 0.0005), ...noise(30, 0.004)]])
  expect(share(6, 10)).toBeGreaterThan(0.9)
  expect(share(26, 36)).toBe(0)
})

test('one gate serves both channels: while either side speaks, both are sent', () => {
  const quiet = noise(12, 0.001)
  const other = [...noise(5, 0.001), ...talk(7, 0.1, 0.001)]
  const { share } = pass([quiet, other])
  expect(share(5, 12)).toBe(1)
  expect(share(3, 4.5)).toBe(0)
})

test('a pause of the take opens the gate and is counted as a gap', () => {
  const gate = createSilenceGate({ channels: 1 })
  const room = pcmOf(noise(4, 0.001))
  gate.push({ pcm: room, atFrame: 0 })
  const after = gate.push({ pcm: pcmOf(noise(0.5, 0.001)), atFrame: 10 * rate })
  expect(after.audio[0]?.atFrame).toBe(10 * rate)
  expect(after.gaps.at(-1)).toMatchObject({ frames: expect.any(Number) })
  expect((after.gaps.at(-1)?.atFrame ?? 0) + (after.gaps.at(-1)?.frames ?? 0)).toBe(10 * rate)
})

test('every frame is sent once or lies in a gap, in order, for any input', () => {
  const stretch = fc.record({
    seconds: fc.double({ min: 0.01, max: 3, noNaN: true }),
    loudness: fc.constantFrom(0, 0.0001, 0.001, 0.003, 0.02, 0.3),
    pauseFrames: fc.constantFrom(0, 0, 0, 1, 40_000),
  })
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 12 }), (stretches) => {
      const gate = createSilenceGate({ channels: 1 })
      let end = 0
      const told = stretches.map(({ seconds, loudness, pauseFrames }) => {
        const pcm = pcmOf(noise(seconds, loudness))
        const gated = gate.push({ pcm, atFrame: end + pauseFrames })
        end += pauseFrames + pcm.length
        expect(gated.decidedFrame).toBeLessThanOrEqual(end)
        return gated
      })
      told.push(gate.flush())
      const spans = [
        ...told.flatMap(({ audio }) => audio.map(({ atFrame, pcm }) => ({ atFrame, frames: pcm.length }))),
        ...told.flatMap(({ gaps }) => gaps),
      ].sort((a, b) => a.atFrame - b.atFrame)
      let at = 0
      for (const span of spans) {
        expect(span.atFrame).toBe(at)
        at += span.frames
      }
      expect(at).toBe(end)
    }),
    { numRuns: casesOf('sound', 60) },
  )
})
