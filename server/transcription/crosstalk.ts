import type { EngineEvent, EngineStream, Segment } from '../providers/speech/engine.ts'
import { createLoudness, type Loudness } from './loudness.ts'

/**
 * A filter that removes words from the quieter channel if they were recognised on both channels (product 9.4). This
 * happens when the microphone picks up the loudspeaker. If both channels are loud during a final segment, the segment
 * waits until the engine has recognised the other channel up to the end of the segment. Interim segments of a channel
 * on which a final segment waits are dropped.
 */
export interface CrosstalkFilter {
  /**
   * Accepts an event of the engine. Returns the events that no longer wait, without the removed words. Events of one
   * channel stay in order.
   */
  take(event: EngineEvent): EngineEvent[]
  end(): EngineEvent[]
}

/** Mean square of a signal with 0.3 % of full scale. A quieter channel carries no recognisable words. */
const audible = 100 ** 2
/** Maximum difference, in frames (0.7 s), between the times of the same word on the two channels. */
const apartFrames = 11_200
/**
 * Minimum length of a run of equal words that is always removed from the quieter channel. A shorter run, such as "yes",
 * may be two people who say the same word (see `aloneRatio`).
 */
const leastWords = 2
const aloneRatio = 10 ** 1.5

interface Word {
  plain: string
  written: string
  fromFrame: number
  toFrame: number
}

function wordsOf({ text, fromFrame, toFrame }: Segment): Word[] {
  const texts = text.split(/\s+/).filter((word) => word !== '')
  const share = (toFrame - fromFrame) / Math.max(1, texts.length)
  return texts.map((word, index) => ({
    plain: word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    written: word,
    fromFrame: fromFrame + index * share,
    toFrame: fromFrame + (index + 1) * share,
  }))
}

interface Heard {
  segment: Segment
  words: Word[]
  /** Indexes of the words to remove, because the other channel has the same words and is louder. */
  lost: Set<number>
  compared: Set<Heard>
}

/**
 * Finds runs of words that are equal on both channels and are said at about the same time. Returns for each run the
 * index of its first word in each list, and the number of its words.
 */
function sameRuns(left: readonly Word[], right: readonly Word[]): { left: number; right: number; length: number }[] {
  const runs: { left: number; right: number; length: number }[] = []
  let fromRight = 0
  for (let at = 0; at < left.length; at++) {
    let best = { left: at, right: 0, length: 0 }
    for (let rightIndex = fromRight; rightIndex < right.length; rightIndex++) {
      let length = 0
      for (;;) {
        const [one, two] = [left[at + length], right[rightIndex + length]]
        if (one === undefined || two === undefined || one.plain === '' || one.plain !== two.plain) break
        if (Math.abs(one.fromFrame - two.fromFrame) > apartFrames) break
        length++
      }
      if (length > best.length) best = { left: at, right: rightIndex, length }
    }
    if (best.length === 0) continue
    runs.push(best)
    at += best.length - 1
    fromRight = best.right + best.length
  }
  return runs
}

export function createCrosstalkFilter(loudness: Loudness): CrosstalkFilter {
  const finals: [Heard[], Heard[]] = [[], []]
  const waiting: [EngineEvent[], EngineEvent[]] = [[], []]
  const heardOf = new Map<Segment, Heard>()
  const knownFrames = [0, 0]

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

  /**
   * Returns the event without the words that are also on the other, louder channel. Null if the event must wait,
   * because the engine has not recognised the other channel up to the end of this segment yet.
   */
  const settle = (event: EngineEvent): EngineEvent | null => {
    if (event.type === 'processed' || !event.segment.final) return event
    const { segment } = event
    const measurement = heardOf.get(segment)
    if (measurement === undefined || !isOverheard(segment)) return event
    const otherChannel = segment.channel === 0 ? 1 : 0
    if ((knownFrames[otherChannel] ?? 0) < segment.toFrame) return null
    for (const one of finals[otherChannel]) {
      const distance = Math.max(one.segment.fromFrame - segment.toFrame, segment.fromFrame - one.segment.toFrame)
      if (distance > apartFrames) continue
      if (segment.channel === 0) compare(measurement, one)
      else compare(one, measurement)
    }
    if (measurement.lost.size === 0) return event
    const left = measurement.words.flatMap(({ written }, place) =>
      measurement.lost.has(place) ? [] : [{ written, place }],
    )
    if (left.length > 0) {
      const { unclear, ...rest } = segment
      const text = left.map(({ written }) => written).join(' ')
      const places = left.flatMap(({ place }, index) => (unclear?.includes(place) ? [index] : []))
      return { type: 'segment', segment: { ...rest, text, ...(places.length > 0 ? { unclear: places } : {}) } }
    }
    return { type: 'processed', channel: segment.channel, toFrame: segment.toFrame }
  }

  const flush = (channel: 0 | 1): EngineEvent[] => {
    const released: EngineEvent[] = []
    for (let event = waiting[channel][0]; event !== undefined; event = waiting[channel][0]) {
      const settled = settle(event)
      if (settled === null) break
      waiting[channel].shift()
      released.push(settled)
    }
    return released
  }

  return {
    take(event) {
      const channel = event.type === 'processed' ? event.channel : event.segment.channel
      if (event.type === 'segment' && !event.segment.final) return waiting[channel].length === 0 ? [event] : []
      const reached = event.type === 'processed' ? event.toFrame : event.segment.toFrame
      knownFrames[channel] = Math.max(knownFrames[channel] ?? 0, reached)
      if (event.type === 'segment') {
        const measurement = {
          segment: event.segment,
          words: wordsOf(event.segment),
          lost: new Set<number>(),
          compared: new Set<Heard>(),
        }
        heardOf.set(event.segment, measurement)
        finals[channel].push(measurement)
        // A segment this old has been compared with every segment that could match, so it is dropped to limit memory.
        const oldestFrame = Math.min(knownFrames[0] ?? 0, knownFrames[1] ?? 0) - 10 * apartFrames
        for (const list of finals) {
          while (list[0] !== undefined && list[0].segment.toFrame < oldestFrame) {
            const [entry] = list.splice(0, 1)
            if (entry !== undefined) heardOf.delete(entry.segment)
          }
        }
      }
      waiting[channel].push(event)
      return channel === 0 ? [...flush(0), ...flush(1)] : [...flush(1), ...flush(0)]
    },
    end() {
      knownFrames.fill(Number.POSITIVE_INFINITY)
      return [...flush(0), ...flush(1)]
    },
  }
}

export function withoutCrosstalk(stream: EngineStream): EngineStream {
  const loudness = createLoudness()
  const filter = createCrosstalkFilter(loudness)
  const events = async function* () {
    for await (const event of stream.events) yield* filter.take(event)
    yield* filter.end()
  }
  return {
    write(chunk) {
      // Measure first: an engine may transfer or modify the samples.
      loudness.hear(chunk.pcm, chunk.atFrame)
      return stream.write(chunk)
    },
    finish: () => stream.finish(),
    events: events(),
    close: () => stream.close(),
    get engine() {
      return stream.engine
    },
  }
}
