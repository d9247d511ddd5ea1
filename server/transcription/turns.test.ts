import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../lib/contracts/index.ts'
import type { EngineEvent, Segment } from '../providers/speech/engine.ts'
import { wordsOfParticipant } from '../services/transcripts/participant/index.ts'
import { createTurnBuilder, mergeUpdates, type TurnsUpdate, turnMaxCharacters } from './turns.ts'

const second = 16_000
const say = (channel: 0 | 1, text: string, from: number, to: number, final = true): EngineEvent => ({
  type: 'segment',
  segment: { channel, text, fromFrame: from * second, toFrame: to * second, final },
})
const processed = (channel: 0 | 1, to: number): EngineEvent => ({ type: 'processed', channel, toFrame: to * second })
const apply = (turns: readonly string[], update: TurnsUpdate | null) =>
  update === null ? [...turns] : [...turns.slice(0, update.from), ...update.transcript]

describe('who said what', () => {
  it('names the microphone Speaker 0 and the tab Speaker 1, in the order they spoke', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(say(1, 'Much better.', 3, 4))
    builder.take(say(0, 'How are you?', 1, 2))
    expect(builder.turns).toEqual(['Speaker 0: How are you?', 'Speaker 1: Much better.'])
  })

  it('numbers the distinguished voices in the tab from 1 on', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take({
      type: 'segment',
      segment: { channel: 1, voice: 1, text: 'Me too.', fromFrame: 0, toFrame: 1, final: true },
    })
    expect(builder.turns).toEqual(['Speaker 2: Me too.'])
  })

  it('names nobody on one channel whose voices are not distinguished', () => {
    const builder = createTurnBuilder({ channels: 1 })
    builder.take(say(0, 'How are you?', 1, 2))
    builder.take(say(0, 'Much better.', 5, 6))
    expect(builder.turns).toEqual(['How are you?', 'Much better.'])
  })

  it('joins consecutive words of one speaker, up to the maximum length of a turn', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(say(0, 'One.', 1, 2))
    builder.take(say(0, 'Two.', 3, 4))
    builder.take(say(0, 'x'.repeat(turnMaxCharacters), 5, 6))
    expect(builder.turns).toEqual(['Speaker 0: One. Two.', `Speaker 0: ${'x'.repeat(turnMaxCharacters)}`])
  })
})

describe('a long part without sound (product 9.33)', () => {
  const silence = (builder: ReturnType<typeof createTurnBuilder>, from: number, to: number) =>
    builder.silence(from * second, to * second)

  it('ends the turn and leaves a mark, after all words that were said before it', () => {
    const builder = createTurnBuilder({ channels: 2, marksPauses: true })
    builder.take(say(1, 'One.', 1, 2))
    silence(builder, 10, 250)
    // These words were said before the pause, and come after it.
    builder.take(say(1, 'Two.', 3, 4))
    builder.take(say(1, 'Three.', 251, 252))
    const turns = ['Speaker 1: One. Two.', '[Pause: 4 min]', 'Speaker 1: Three.']
    expect(builder.turns).toEqual(turns)
    builder.take(processed(0, 252))
    expect(builder.settledTurns).toEqual(turns)
    expect(builder.settledBeginsMs(0, 3)).toEqual([1000, 10_000, 251_000])
  })

  it('is stored only when the words before it are, so that a new connection does not write them after it', () => {
    const builder = createTurnBuilder({ channels: 2, marksPauses: true })
    builder.take(say(1, 'One.', 1, 2))
    silence(builder, 10, 50)
    expect(builder.turns).toEqual(['Speaker 1: One.', '[Pause: 40 s]'])
    expect(builder.settledTurns).toEqual(['Speaker 1: One.'])
    builder.take(processed(0, 50))
    builder.take(processed(1, 9))
    expect(builder.settledTurns).toEqual(['Speaker 1: One.'])
    builder.take(processed(1, 10))
    expect(builder.settledTurns).toEqual(['Speaker 1: One.', '[Pause: 40 s]'])
    const resumed = createTurnBuilder({ channels: 2, marksPauses: true, turns: builder.settledTurns })
    silence(resumed, 11, 50)
    resumed.take(say(1, 'Two.', 51, 52))
    expect(resumed.turns).toEqual(['Speaker 1: One.', '[Pause: 40 s]', 'Speaker 1: Two.'])
  })

  it('leaves no mark before the first words, in a dictation, or if it is short', () => {
    const builder = createTurnBuilder({ channels: 1, marksPauses: true })
    silence(builder, 0, 60)
    expect(builder.turns).toEqual([])
    builder.take(say(0, 'One.', 61, 62))
    silence(builder, 62, 91)
    builder.take(say(0, 'Two.', 91, 92))
    expect(builder.turns).toEqual(['One.', 'Two.'])
    const dictation = createTurnBuilder({ channels: 1 })
    dictation.take(say(0, 'One.', 1, 2))
    silence(dictation, 2, 200)
    expect(dictation.turns).toEqual(['One.'])
  })
})

describe('the tab after the engine has stopped to report voices', () => {
  const voice = (voice: number, text: string, from: number, final = true): EngineEvent => ({
    type: 'segment',
    segment: { channel: 1, voice, text, fromFrame: from * second, toFrame: (from + 1) * second, final },
  })

  it('gets a number that nobody has, if it had several voices', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(voice(0, 'I am Ben.', 1))
    builder.take(voice(1, 'I am Ana.', 3))
    builder.take(say(0, 'Go on.', 5, 6))
    builder.take(say(1, 'I drink', 7, 8, false))
    expect(builder.turns.at(-1)).toBe('Speaker 3: I drink')
    builder.take(say(1, 'I drink again.', 7, 8))
    builder.take(say(0, 'Since when?', 9, 10))
    builder.take(say(1, 'Since May.', 11, 12))
    expect(builder.settledTurns).toEqual([
      'Speaker 1: I am Ben.',
      'Speaker 2: I am Ana.',
      'Speaker 0: Go on.',
      'Speaker 3: I drink again.',
      'Speaker 0: Since when?',
      'Speaker 3: Since May.',
    ])
    expect(builder.turns).toEqual(builder.settledTurns)
    builder.take(voice(2, 'I am Eve.', 13))
    expect(builder.turns.at(-1)).toBe('Speaker 4: I am Eve.')
  })

  it('gets a number that no stored turn has, if the take is resumed', () => {
    const turns = ['Speaker 2: I am Ana.', 'Speaker 1: I am Ben.']
    const builder = createTurnBuilder({ channels: 2, turns })
    builder.take(say(1, 'I drink again.', 7, 8))
    expect(builder.turns).toEqual([...turns, 'Speaker 3: I drink again.'])
    const later = createTurnBuilder({ channels: 2, turns: builder.turns })
    later.take(say(0, 'Since when?', 9, 10))
    later.take(say(1, 'Since May.', 11, 12))
    expect(later.turns).toEqual([...builder.turns, 'Speaker 0: Since when?', 'Speaker 4: Since May.'])
  })

  it('stays Speaker 1 if it had one voice, and keeps the numbers of earlier words', () => {
    const builder = createTurnBuilder({ channels: 2, turns: ['Speaker 1: Hello.', 'Speaker 0: Hello.'] })
    builder.take(voice(1, 'One', 1, false))
    builder.take(voice(0, 'One.', 1))
    builder.take(say(1, 'Two.', 3, 4))
    builder.take(voice(1, 'Three.', 5))
    builder.take(say(0, 'Zero.', 0, 1))
    expect(builder.turns).toEqual([
      'Speaker 1: Hello.',
      'Speaker 0: Hello. Zero.',
      'Speaker 1: One. Two.',
      'Speaker 2: Three.',
    ])
  })

  it('belongs to no participant of a group note', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(voice(0, 'I am Ben.', 1))
    builder.take(voice(1, 'I am Ana.', 3))
    builder.take(say(1, 'I drink again.', 7, 8))
    const ben = { name: 'Ben', speakers: [1] }
    const ana = { name: 'Ana', speakers: [2] }
    const { turns } = builder
    expect(wordsOfParticipant(turns, { ...ben, others: [ana] })).toEqual(['Speaker 1: I am Ben.', '', ''])
    expect(wordsOfParticipant(turns, { ...ana, others: [ben] })).toEqual(['', 'Speaker 2: I am Ana.', ''])
  })
})

describe('words that were heard unclearly', () => {
  const unsure = (text: string, from: number, unclear: number[], final = true): EngineEvent => ({
    type: 'segment',
    segment: { channel: 0, text, unclear, fromFrame: from * second, toFrame: (from + 1) * second, final },
  })

  it('are counted within their turn, also if the turn is joined or continued after a resume', () => {
    const turns = ['Speaker 1: Hello there.', 'Speaker 0: I take it.']
    const builder = createTurnBuilder({ channels: 2, turns, unclear: [[1], [2]] })
    builder.take(unsure('Forty milligrams.', 3, [0]))
    builder.take(unsure('Every day.', 4, [1]))
    expect(builder.settled()).toEqual({
      from: 1,
      transcript: ['Speaker 0: I take it. Forty milligrams. Every day.'],
      unclear: [[2, 3, 6]],
    })
    expect(builder.settledUnclear).toEqual([[1], [2, 3, 6]])
  })

  it('are told even if a guess had the same words', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(unsure('Forty', 1, [], false))
    expect(builder.shown()).toMatchObject({ unclear: [[]] })
    builder.take(unsure('Forty', 1, [0]))
    expect(builder.shown()).toEqual({ from: 0, transcript: ['Speaker 0: Forty'], unclear: [[0]] })
  })

  it('are at most as many as a message may contain', () => {
    const many = Array.from({ length: limits.unclearWordsMax + 1 }, (_, place) => place)
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(unsure('a '.repeat(many.length), 1, many))
    expect(builder.shown()?.unclear[0]).toHaveLength(limits.unclearWordsMax)
  })
})

describe('guesses', () => {
  it('are shown, replaced by the next ones and never settled', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(say(0, 'I thing', 1, 2, false))
    expect(builder.shown()).toEqual({ from: 0, transcript: ['Speaker 0: I thing'], unclear: [[]] })
    builder.take(say(0, 'I think so', 1, 3, false))
    expect(builder.shown()).toEqual({ from: 0, transcript: ['Speaker 0: I think so'], unclear: [[]] })
    expect(builder.settled()).toBeNull()
    builder.take(say(0, 'I think so.', 1, 3))
    expect(builder.settled()).toEqual({ from: 0, transcript: ['Speaker 0: I think so.'], unclear: [[]] })
  })

  it('disappear if their audio turns out to contain no words', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(say(1, 'Hello.', 0, 1))
    builder.take(say(0, 'uh', 2, 3, false))
    builder.shown()
    builder.take(processed(0, 4))
    expect(builder.shown()).toEqual({ from: 1, transcript: [], unclear: [] })
    expect(builder.turns).toEqual(['Speaker 1: Hello.'])
  })
})

describe('a take that is resumed', () => {
  it('continues the last turn of a named speaker and sends only what changed', () => {
    const builder = createTurnBuilder({
      channels: 2,
      turns: ['Speaker 1: Hello.', 'Speaker 0: Good'],
      channelFrames: [2 * second, 3 * second],
    })
    expect(builder.shown()).toBeNull()
    expect(builder.settled()).toBeNull()
    expect([...builder.channelFrames]).toEqual([2 * second, 3 * second])
    builder.take(say(0, 'morning.', 2, 4))
    expect(builder.settled()).toEqual({ from: 1, transcript: ['Speaker 0: Good morning.'], unclear: [[]] })
    expect(builder.turns).toEqual(['Speaker 1: Hello.', 'Speaker 0: Good morning.'])
  })

  it('keeps the time at which its last turn began', () => {
    const stored = { turns: ['Speaker 1: Hello.', 'Speaker 0: Good'], channelFrames: [2 * second, 3 * second] }
    const builder = createTurnBuilder({ channels: 2, ...stored, lastBeginMs: 1_200 })
    builder.take(say(0, 'morning.', 2, 4))
    builder.take(say(1, 'Hi.', 5, 6))
    expect(builder.settledBeginsMs(0, 3)).toEqual([null, 1_200, 5_000])
    expect(createTurnBuilder({ channels: 2, ...stored }).settledBeginsMs(1, 2)).toEqual([null])
  })
})

describe('the time of a turn', () => {
  it('is the begin of its first words, also if they arrive after later ones', () => {
    const builder = createTurnBuilder({ channels: 2 })
    builder.take(say(0, 'How are you?', 3, 4))
    builder.take(say(1, 'Fine.', 5.5, 6))
    builder.take(say(1, 'Hello.', 1, 2))
    expect(builder.settledTurns).toEqual(['Speaker 1: Hello.', 'Speaker 0: How are you?', 'Speaker 1: Fine.'])
    expect(builder.settledBeginsMs(0, 3)).toEqual([1_000, 3_000, 5_500])
    expect(builder.settledBeginsMs(1, 2)).toEqual([3_000])
  })
})

/**
 * Random conversation on two channels: utterances with their interim texts, sorted by time. Utterances of the same
 * channel do not overlap.
 */
const conversation = fc
  .array(
    fc.record({
      channel: fc.constantFrom<0 | 1>(0, 1),
      quietMs: fc.integer({ min: 0, max: 4000 }),
      lengthMs: fc.integer({ min: 1, max: 20_000 }),
      words: fc.array(fc.constantFrom('yes', 'sleep', 'anxious', 'better', 'work'), { minLength: 1, maxLength: 30 }),
      guesses: fc.integer({ min: 0, max: 4 }),
    }),
    { maxLength: 60 },
  )
  .map((utterances) => {
    const ends: [number, number] = [0, 0]
    const timed: { at: number; event: EngineEvent }[] = []
    const finals: Segment[] = []
    for (const { channel, quietMs, lengthMs, words, guesses } of utterances) {
      const fromFrame = ends[channel] + quietMs * 16
      const toFrame = fromFrame + lengthMs * 16
      ends[channel] = toFrame
      for (let guess = 1; guess <= guesses; guess++) {
        const at = fromFrame + ((toFrame - fromFrame) * guess) / (guesses + 1)
        const text = words.slice(0, Math.ceil((words.length * guess) / (guesses + 1))).join(' ')
        timed.push({ at, event: { type: 'segment', segment: { channel, text, fromFrame, toFrame: at, final: false } } })
      }
      const final: Segment = { channel, text: words.join(' '), fromFrame, toFrame, final: true }
      finals.push(final)
      timed.push({ at: toFrame, event: { type: 'segment', segment: final } })
      timed.push({ at: toFrame, event: { type: 'processed', channel, toFrame } })
    }
    timed.sort((a, b) => a.at - b.at)
    return { events: timed.map(({ event }) => event), finals }
  })

/** Reference implementation for the test: builds the turns from all final segments at once. */
function writtenAfterwards(finals: readonly Segment[], told: readonly Segment[]): string[] {
  const ordered = [...finals].sort((a, b) => a.fromFrame - b.fromFrame || told.indexOf(a) - told.indexOf(b))
  const turns: { speaker: number; text: string }[] = []
  for (const { channel, text } of ordered) {
    const last = turns.at(-1)
    if (last !== undefined && last.speaker === channel && last.text.length + text.length < turnMaxCharacters) {
      last.text += ` ${text}`
    } else turns.push({ speaker: channel, text })
  }
  return turns.map(({ speaker, text }) => `Speaker ${speaker}: ${text}`)
}

describe('any conversation', () => {
  it('ends as if written down afterwards, however its updates are replayed', () => {
    fc.assert(
      fc.property(conversation, ({ events, finals }) => {
        const builder = createTurnBuilder({ channels: 2 })
        let shown: string[] = []
        let settled: string[] = []
        for (const event of events) {
          builder.take(event)
          shown = apply(shown, builder.shown())
          expect(shown).toEqual(builder.turns)
          settled = apply(settled, builder.settled())
        }
        const told = events.flatMap((event) => (event.type === 'segment' && event.segment.final ? [event.segment] : []))
        const expected = writtenAfterwards(finals, told)
        expect(shown).toEqual(expected)
        expect(settled).toEqual(expected)
      }),
    )
  })

  it('is the same when updates are merged before they are replayed', () => {
    fc.assert(
      fc.property(conversation, fc.integer({ min: 1, max: 9 }), ({ events }, every) => {
        const builder = createTurnBuilder({ channels: 2 })
        let turns: string[] = []
        let pending: TurnsUpdate | null = null
        for (const [index, event] of events.entries()) {
          builder.take(event)
          pending = mergeUpdates(pending, builder.settled())
          if (index % every !== 0) continue
          turns = apply(turns, pending)
          pending = null
        }
        turns = apply(turns, pending)
        const other = createTurnBuilder({ channels: 2 })
        for (const event of events) other.take(event)
        expect(turns).toEqual(apply([], other.settled()))
      }),
    )
  })

  it('never reports words as settled up to a frame whose words are still to come', () => {
    fc.assert(
      fc.property(conversation, ({ events }) => {
        const builder = createTurnBuilder({ channels: 2 })
        for (const event of events) {
          if (event.type === 'segment' && event.segment.final) {
            expect(builder.channelFrames[event.segment.channel]).toBeLessThanOrEqual(event.segment.fromFrame)
          }
          builder.take(event)
        }
      }),
    )
  })
})

it('costs the same for each new turn, however long the visit', () => {
  const builder = createTurnBuilder({ channels: 2 })
  let largest = 0
  for (let index = 0; index < 5000; index++) {
    const channel = index % 3 === 0 ? 1 : 0
    builder.take(say(channel, 'And then the week went on as before.', index * 4, index * 4 + 3, false))
    builder.take(say(channel, 'And then the week went on as before it.', index * 4, index * 4 + 3))
    const update = builder.shown()
    largest = Math.max(largest, JSON.stringify(update).length)
  }
  expect(builder.turns.length).toBeGreaterThan(1000)
  expect(largest).toBeLessThan(2 * turnMaxCharacters)
})
