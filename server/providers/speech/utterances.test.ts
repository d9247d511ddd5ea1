import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUtteranceCutter, type UtteranceEvent } from './utterances.ts'

const rate = 16_000
const demo = new URL('../../../assets/demo/', import.meta.url)
const read = (name: string) => {
  const file = readFileSync(new URL(name, demo))
  return new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length))
}
const script = JSON.parse(readFileSync(new URL('script.json', demo), 'utf8')) as {
  speaker: number
  fromMs: number
  toMs: number
}[]

const sound = (seconds: number, at: (second: number) => number) =>
  Int16Array.from({ length: seconds * rate }, (_, frame) => Math.round(at(frame / rate) * 32_767))
/** Deterministic noise. */
const noise = (seconds: number, loudness: number) => {
  let state = 1
  return sound(seconds, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state / 1_073_741_824 - 1) * loudness
  })
}

function cut(samples: Int16Array, chunk = 2048): UtteranceEvent[] {
  const cutter = createUtteranceCutter()
  const events: UtteranceEvent[] = []
  for (let at = 0; at < samples.length; at += chunk) events.push(...cutter.push(samples.subarray(at, at + chunk), at))
  return [...events, ...cutter.flush()]
}
const spoken = (events: readonly UtteranceEvent[]) => events.filter((event) => event.type === 'end' && event.spoken)

describe('the speech check', () => {
  it.each([
    ['digital silence', sound(4, () => 0)],
    ['a quiet hiss', noise(4, 0.01)],
    ['a loud hiss that begins at once', noise(6, 0.3)],
    ['a steady tone', sound(6, (second) => 0.3 * Math.sin(2 * Math.PI * 220 * second))],
    ['the hum of the mains', sound(6, (second) => 0.2 * Math.sin(2 * Math.PI * 120 * second))],
    ['one click', sound(3, (second) => (Math.abs(second - 1) < 0.002 ? 0.9 : 0))],
  ])('finds no speech in %s', (_, samples) => {
    expect(spoken(cut(samples))).toEqual([])
  })

  it.each(['microphone', 'tab'])('finds every line of the demo visit in its %s, and nothing between', (name) => {
    const lines = script.filter((line) => line.speaker === (name === 'microphone' ? 0 : 1))
    const events = cut(read(`${name}.wav`))
    const begins = events.filter((event) => event.type === 'begin').map((event) => (event.atFrame * 1000) / rate)
    for (const line of lines) expect(begins.some((ms) => ms >= line.fromMs - 350 && ms < line.toMs)).toBe(true)
    for (const ms of begins) expect(lines.some((line) => ms >= line.fromMs - 350 && ms < line.toMs)).toBe(true)
  })

  it.each([1500, 5000, -9000])('finds the same speech beside a constant offset of %i', (offset) => {
    const plain = read('tab.wav')
      .subarray(0, 30 * rate)
      .map((sample) => Math.round(sample / 2))
    const edges = (samples: Int16Array) =>
      cut(samples).flatMap((event) => (event.type === 'audio' ? [] : [[event.type, event.atFrame / rate] as const]))
    const expected = edges(plain)
    const found = edges(plain.map((sample) => sample + offset))
    expect(expected.length).toBeGreaterThan(4)
    expect(found.map(([type]) => type)).toEqual(expected.map(([type]) => type))
    for (const [index, [, second]] of found.entries())
      expect(Math.abs(second - (expected[index]?.[1] ?? 0))).toBeLessThan(0.1)
  })

  it('still finds the speech of a visit recorded 12 dB lower in a hissing room', () => {
    const samples = read('tab.wav').subarray(0, 20 * rate)
    const hiss = noise(20, 0.004)
    const quiet = samples.map((sample, index) => sample / 4 + (hiss[index] ?? 0))
    expect(spoken(cut(quiet)).length).toBeGreaterThanOrEqual(2)
  })
})

describe('cutting', () => {
  const speech = read('microphone.wav').subarray(0, 14 * rate)

  it('does not depend on the size of the chunks', () => {
    const some = speech.subarray(0, 5 * rate)
    const whole = cut(some, some.length)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), (chunk) => {
        expect(cut(some, chunk)).toEqual(whole)
      }),
      { numRuns: 6 },
    )
  })

  it('gives each frame of an utterance once and in order, between its start and its end', () => {
    let at: number | null = null
    for (const event of cut(speech)) {
      if (event.type === 'begin') at = event.atFrame
      else if (event.type === 'audio' && at !== null) {
        expect(event.samples).toEqual(speech.slice(at, at + event.samples.length))
        at += event.samples.length
      } else if (event.type === 'end') {
        expect(event.atFrame).toBe(at)
        at = null
      }
    }
  })

  it('ends the utterance at a gap and starts the next one after it', () => {
    const cutter = createUtteranceCutter()
    const first = cutter.push(speech.slice(0, 3 * rate), 0)
    expect(first.map(({ type }) => type)).toContain('begin')
    expect(first.map(({ type }) => type)).not.toContain('end')
    const second = cutter.push(new Int16Array(0), 60 * rate)
    expect(second.at(-1)).toMatchObject({ type: 'end', spoken: true })
    expect(cutter.settledFrame).toBe(60 * rate)
    const third = cutter.push(speech.slice(1.5 * rate, 4 * rate), 60 * rate)
    const begin = third.find((event) => event.type === 'begin')
    expect(begin?.type === 'begin' && begin.atFrame >= 60 * rate).toBe(true)
  })

  it('never lets an utterance grow longer than 25 seconds', () => {
    const line = speech.slice(1.6 * rate, 5 * rate)
    const monologue = new Int16Array(32 * rate)
    for (let at = 0; at < monologue.length; at += line.length) {
      monologue.set(line.subarray(0, monologue.length - at), at)
    }
    let begin = 0
    const lengths: number[] = []
    for (const event of cut(monologue)) {
      if (event.type === 'begin') begin = event.atFrame
      if (event.type === 'end') lengths.push(event.atFrame - begin)
    }
    expect(lengths.length).toBeGreaterThan(1)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(25 * rate)
  })
})
