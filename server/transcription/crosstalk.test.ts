import { describe, expect, it } from 'vitest'
import type { EngineEvent } from '../providers/speech/engine.ts'
import { createCrosstalkFilter } from './crosstalk.ts'
import { createLoudness } from './loudness.ts'

const ms = 16
const final = (channel: 0 | 1, text: string, fromMs: number, toMs: number): EngineEvent => ({
  type: 'segment',
  segment: { channel, text, fromFrame: fromMs * ms, toFrame: toMs * ms, final: true },
})
const processed = (channel: 0 | 1, toMs: number): EngineEvent => ({ type: 'processed', channel, toFrame: toMs * ms })

/**
 * Creates a filter that has received ten seconds of audio with these amplitudes (1 is full scale). The returned
 * function passes events to the filter, and returns all events that the filter lets through.
 */
function heard(left: number, right: number) {
  const loudness = createLoudness()
  loudness.hear(
    Int16Array.from({ length: 320_000 }, (_, i) => (i % 2 === 0 ? left : right) * 32_768),
    0,
  )
  const filter = createCrosstalkFilter(loudness)
  return (...events: EngineEvent[]) => events.flatMap((event) => filter.take(event)).concat(filter.end())
}
const textsOf = (events: readonly EngineEvent[]) =>
  events.flatMap((event) =>
    event.type === 'segment' && event.segment.final ? [`${event.segment.channel}: ${event.segment.text}`] : [],
  )

describe('words heard on both channels', () => {
  it('stay on the louder one, whichever comes first', () => {
    const tab = final(1, 'I slept six hours.', 1000, 3000)
    const leak = final(0, 'i slept six hours', 1200, 3100)
    const rest = [processed(0, 9000), processed(1, 9000)]
    expect(textsOf(heard(0.02, 0.2)(tab, leak, ...rest))).toEqual(['1: I slept six hours.'])
    expect(textsOf(heard(0.02, 0.2)(leak, tab, ...rest))).toEqual(['1: I slept six hours.'])
    expect(textsOf(heard(0.2, 0.02)(leak, tab, ...rest))).toEqual(['0: i slept six hours'])
  })

  it('take their marks with them', () => {
    const marked = (event: EngineEvent, unclear: number[]): EngineEvent =>
      event.type === 'segment' ? { ...event, segment: { ...event.segment, unclear } } : event
    const told = heard(0.05, 0.2)(
      marked(final(0, 'slept six hours and before that', 1200, 4200), [1, 4]),
      final(1, 'I slept six hours.', 1000, 3000),
      processed(0, 9000),
      processed(1, 9000),
    )
    const left = told.flatMap((event) => (event.type === 'segment' ? [event.segment] : []))
    expect(left.find(({ channel }) => channel === 0)).toMatchObject({ text: 'and before that', unclear: [1] })
  })

  it('do not remove what the other person said at the same time', () => {
    const told = heard(0.05, 0.2)(
      final(0, 'slept six hours and before that', 1200, 4200),
      final(1, 'I slept six hours.', 1000, 3000),
      processed(0, 9000),
      processed(1, 9000),
    )
    expect(textsOf(told).sort()).toEqual(['0: and before that', '1: I slept six hours.'])
  })

  it('count as two people’s if both say one word about as loud, or at different times', () => {
    const yes = [final(0, 'Yes.', 1000, 1300), final(1, 'Yes.', 1100, 1400), processed(0, 9000), processed(1, 9000)]
    expect(textsOf(heard(0.1, 0.15)(...yes))).toHaveLength(2)
    const later = [
      final(0, 'six hours', 1000, 2000),
      final(1, 'six hours', 4000, 5000),
      processed(0, 9000),
      processed(1, 9000),
    ]
    expect(textsOf(heard(0.05, 0.2)(...later))).toHaveLength(2)
  })

  it('are not delayed if the other channel is silent', () => {
    const loudness = createLoudness()
    loudness.hear(
      Int16Array.from({ length: 320_000 }, (_, i) => (i % 2 === 0 ? 6000 : 0)),
      0,
    )
    const event = final(0, 'Good morning.', 1000, 2000)
    expect(createCrosstalkFilter(loudness).take(event)).toEqual([event])
  })

  it('hold back the position while they are delayed, and are all sent at the end', () => {
    const loudness = createLoudness()
    loudness.hear(new Int16Array(320_000).fill(6000), 0)
    const filter = createCrosstalkFilter(loudness)
    const [word, after] = [final(0, 'Good morning.', 1000, 2000), processed(0, 3000)]
    expect([...filter.take(word), ...filter.take(after)]).toEqual([])
    expect(filter.take(processed(1, 2500))).toEqual([processed(1, 2500), word, after])
    expect(filter.take(final(0, 'Bye.', 4000, 5000))).toEqual([])
    expect(textsOf(filter.end())).toEqual(['0: Bye.'])
  })
})
