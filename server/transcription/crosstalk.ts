import type { EngineEvent, EngineStream, Segment } from '../providers/speech/engine.ts'
import { createLoudness, type Loudness } from './loudness.ts'

/**
 * Keeps words heard on both channels on the louder one alone (design §5): a loudspeaker's voice reaches the microphone
 * too. A final segment waits, while the other channel is loud, until that channel's words of its time are known.
 */
export interface CrosstalkFilter {
  /** Takes an event of the engine and answers those that are settled by it, in the order of each channel. */
  take(event: EngineEvent): EngineEvent[]
  /** No more come: answers what still waited. */
  end(): EngineEvent[]
}

/** Quieter than this (mean square) nobody's words come through: 0.3 % of full scale. */
const audible = 100 ** 2
/** The same word may be timed this differently on the two channels: 0.7 s. */
const apartFrames = 11_200
/** Fewer words in a row than this may be two people who say the same, such as "yes". */
const leastWords = 2
/** A single word counts only where the other channel is this much louder: 15 dB. */
const aloneRatio = 10 ** 1.5

interface Word {
  /** Without capitals and signs. */
  plain: string
  written: string
  fromFrame: number
  toFrame: number
}

/** A segment's words, each with its share of the time. */
function wordsOf({ text, fromFrame, toFrame }: Segment): Word[] {
  const written = text.split(/\s+/).filter((word) => word !== '')
  const share = (toFrame - fromFrame) / Math.max(1, written.length)
  return written.map((word, index) => ({
    plain: word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    written: word,
    fromFrame: fromFrame + index * share,
    toFrame: fromFrame + (index + 1) * share,
  }))
}

interface Heard {
  segment: Segment
  words: Word[]
  /** Places of words that are kept on the other channel. */
  lost: Set<number>
  compared: Set<Heard>
}

/** What both say at once: runs of the same words at about the same time, as pairs of first places and a length. */
function sameRuns(left: readonly Word[], right: readonly Word[]): { left: number; right: number; length: number }[] {
  const runs: { left: number; right: number; length: number }[] = []
  let fromRight = 0
  for (let at = 0; at < left.length; at++) {
    let best = { left: at, right: 0, length: 0 }
    for (let other = fromRight; other < right.length; other++) {
      let length = 0
      for (;;) {
        const [one, two] = [left[at + length], right[other + length]]
        if (one === undefined || two === undefined || one.plain === '' || one.plain !== two.plain) break
        if (Math.abs(one.fromFrame - two.fromFrame) > apartFrames) break
        length++
      }
      if (length > best.length) best = { left: at, right: other, length }
    }
    if (best.length === 0) continue
    runs.push(best)
    at += best.length - 1
    fromRight = best.right + best.length
  }
  return runs
}

/** A filter for one take of two channels. */
export function createCrosstalkFilter(loudness: Loudness): CrosstalkFilter {
  const finals: [Heard[], Heard[]] = [[], []]
  const waiting: [EngineEvent[], EngineEvent[]] = [[], []]
  const heardOf = new Map<Segment, Heard>()
  /** Up to where each channel's words are known. */
  const known = [0, 0]

  const compare = (left: Heard, right: Heard) => {
    if (left.compared.has(right)) return
    left.compared.add(right)
    right.compared.add(left)
    for (const run of sameRuns(left.words, right.words)) {
      const [one, two] = [left.words[run.left], right.words[run.right]]
      const [oneEnd, twoEnd] = [left.words[run.left + run.length - 1], right.words[run.right + run.length - 1]]
      if (one === undefined || two === undefined || oneEnd === undefined || twoEnd === undefined) continue
      const from = Math.min(one.fromFrame, two.fromFrame)
      const to = Math.max(oneEnd.toFrame, twoEnd.toFrame)
      const [leftLoud, rightLoud] = [loudness.of(0, from, to), loudness.of(1, from, to)]
      if (run.length < leastWords && Math.max(leftLoud, rightLoud) < aloneRatio * Math.min(leftLoud, rightLoud))
        continue
      const [loser, first] = leftLoud >= rightLoud ? [right, run.right] : [left, run.left]
      for (let place = first; place < first + run.length; place++) loser.lost.add(place)
    }
  }

  const isOverheard = ({ channel, fromFrame, toFrame }: Segment) =>
    loudness.of(channel === 0 ? 1 : 0, fromFrame, toFrame) >= audible &&
    loudness.of(channel, fromFrame, toFrame) >= audible

  /** The event as it is to be told; null while it must wait. */
  const settle = (event: EngineEvent): EngineEvent | null => {
    if (event.type === 'processed' || !event.segment.final) return event
    const { segment } = event
    const heard = heardOf.get(segment)
    if (heard === undefined || !isOverheard(segment)) return event
    const other = segment.channel === 0 ? 1 : 0
    if ((known[other] ?? 0) < segment.toFrame) return null
    for (const one of finals[other]) {
      const apart = Math.max(one.segment.fromFrame - segment.toFrame, segment.fromFrame - one.segment.toFrame)
      if (apart > apartFrames) continue
      if (segment.channel === 0) compare(heard, one)
      else compare(one, heard)
    }
    if (heard.lost.size === 0) return event
    const text = heard.words.flatMap(({ written }, place) => (heard.lost.has(place) ? [] : [written])).join(' ')
    if (text !== '') return { type: 'segment', segment: { ...segment, text } }
    return { type: 'processed', channel: segment.channel, toFrame: segment.toFrame }
  }

  const flush = (channel: 0 | 1): EngineEvent[] => {
    const told: EngineEvent[] = []
    for (let event = waiting[channel][0]; event !== undefined; event = waiting[channel][0]) {
      const settled = settle(event)
      if (settled === null) break
      waiting[channel].shift()
      told.push(settled)
    }
    return told
  }

  return {
    take(event) {
      const channel = event.type === 'processed' ? event.channel : event.segment.channel
      if (event.type === 'segment' && !event.segment.final) return waiting[channel].length === 0 ? [event] : []
      const reached = event.type === 'processed' ? event.toFrame : event.segment.toFrame
      known[channel] = Math.max(known[channel] ?? 0, reached)
      if (event.type === 'segment') {
        const heard = {
          segment: event.segment,
          words: wordsOf(event.segment),
          lost: new Set<number>(),
          compared: new Set<Heard>(),
        }
        heardOf.set(event.segment, heard)
        finals[channel].push(heard)
        // What is this far back was compared with everything that could be the same.
        const old = Math.min(known[0] ?? 0, known[1] ?? 0) - 10 * apartFrames
        for (const list of finals) {
          while (list[0] !== undefined && list[0].segment.toFrame < old) {
            const [gone] = list.splice(0, 1)
            if (gone !== undefined) heardOf.delete(gone.segment)
          }
        }
      }
      waiting[channel].push(event)
      return channel === 0 ? [...flush(0), ...flush(1)] : [...flush(1), ...flush(0)]
    },
    end() {
      known.fill(Number.POSITIVE_INFINITY)
      return [...flush(0), ...flush(1)]
    },
  }
}

/** The same stream of two channels, its words told once. */
export function withoutCrosstalk(stream: EngineStream): EngineStream {
  const loudness = createLoudness()
  const filter = createCrosstalkFilter(loudness)
  const events = async function* () {
    for await (const event of stream.events) yield* filter.take(event)
    yield* filter.end()
  }
  return {
    write(chunk) {
      // Heard first: an engine may take the samples over.
      loudness.hear(chunk.pcm, chunk.atFrame)
      return stream.write(chunk)
    },
    finish: () => stream.finish(),
    events: events(),
    close: () => stream.close(),
  }
}
