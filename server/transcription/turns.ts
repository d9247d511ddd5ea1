import { isDeepStrictEqual } from 'node:util'
import { framesPerMs, limits, pauseLength, pauseMark, pauseMarkMinMs } from '../../lib/contracts/index.ts'
import type { EngineEvent, Segment } from '../providers/speech/engine.ts'
import { createSpeakerNumbers, labelledTurn } from './speaker-numbers.ts'

/** Replaces the list of turns from index `from` on. The client gets these properties in the message `transcript`. */
export interface TurnsUpdate {
  from: number
  transcript: string[]
  /**
   * For each turn in `transcript`: the indexes of its words that were heard unclearly. The label of the speaker is not
   * counted as a word.
   */
  unclear: number[][]
}

/** Combines two consecutive updates into one. */
export function mergeUpdates(first: TurnsUpdate | null, second: TurnsUpdate | null): TurnsUpdate | null {
  if (first === null || second === null) return first ?? second
  if (second.from <= first.from) return second
  const unchangedCount = second.from - first.from
  return {
    from: first.from,
    transcript: [...first.transcript.slice(0, unchangedCount), ...second.transcript],
    unclear: [...first.unclear.slice(0, unchangedCount), ...second.unclear],
  }
}

export interface TurnBuilder {
  take(event: EngineEvent): void
  /**
   * Tells of a part of the timeline without sound, in frames. From `pauseMarkMinMs` on, it ends the turn and leaves a
   * mark.
   */
  silence(fromFrame: number, toFrame: number): void
  readonly turns: readonly string[]
  /** For each of `settledTurns`: the indexes of its words that were heard unclearly. */
  readonly settledUnclear: readonly (readonly number[])[]
  readonly characters: number
  readonly settledTurns: readonly string[]
  /**
   * Where the settled turns with the indexes `from` (inclusive) to `to` (exclusive) begin on the timeline, in ms. Null
   * for turns that were stored before this connection opened the take. Exception: if new words may be appended to the
   * last stored turn, its beginning is `lastBeginMs`.
   */
  settledBeginsMs(from: number, to: number): (number | null)[]
  shown(): TurnsUpdate | null
  settled(): TurnsUpdate | null
  readonly channelFrames: readonly number[]
}

/**
 * Length in characters from which a turn gets no further segment. The next segment then begins a new turn, even if the
 * same speaker continues.
 */
export const turnMaxCharacters = 800
/**
 * Maximum length of the text of a segment, in characters. A longer text is cut, because a turn must not be longer than
 * `limits.valueMax`. No real utterance is this long.
 */
const segmentMaxCharacters = limits.valueMax / 10
/** Minimum pause, in frames (2 s), that begins a new turn if the speakers are not known. */
const unnamedPauseFrames = 2 * 16_000

interface Turn {
  speaker: number | null
  /** Range of segment indexes: `first` inclusive, `end` exclusive. */
  first: number
  end: number
  text: string
  unclear: number[]
}

const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length
const labelled = ({ speaker, text }: { speaker: number | null; text: string }) =>
  speaker === null ? text : `Speaker ${speaker}: ${text}`

/**
 * Segments sorted by `fromFrame`, and the turns that are built from the segments. If a segment is inserted or removed,
 * only the turns around its place and after it are rebuilt. These are usually the last turns.
 */
class TurnList {
  readonly segments: Segment[] = []
  readonly turns: Turn[] = []
  private readonly speakerOf: (segment: Segment) => number | null

  constructor(speakerOf: (segment: Segment) => number | null) {
    this.speakerOf = speakerOf
  }

  insert(segment: Segment): number {
    let place = this.segments.length
    while (place > 0 && (this.segments[place - 1]?.fromFrame ?? 0) > segment.fromFrame) place--
    this.segments.splice(place, 0, segment)
    return this.rebuildFrom(place)
  }

  remove(segment: Segment): number {
    const place = this.segments.lastIndexOf(segment)
    if (place < 0) return this.turns.length
    this.segments.splice(place, 1)
    return this.rebuildFrom(place)
  }

  /**
   * Rebuilds a turn and all later turns. The first rebuilt turn is the one that contains the segment before `place`,
   * because the segment at `place` may join this turn. Returns the index of the first rebuilt turn.
   */
  private rebuildFrom(place: number): number {
    let keep = this.turns.length
    while (keep > 0 && (this.turns[keep - 1]?.end ?? 0) >= place) keep--
    this.turns.length = keep
    for (let index = this.turns.at(-1)?.end ?? 0; index < this.segments.length; index++) this.append(index)
    return keep
  }

  private append(index: number) {
    const segment = this.segments[index] as Segment
    const speaker = this.speakerOf(segment)
    const last = this.turns.at(-1)
    const previousSegment = this.segments[index - 1]
    const joins =
      last !== undefined &&
      pauseLength(segment.text) === null &&
      pauseLength(last.text) === null &&
      previousSegment !== undefined &&
      last.speaker === speaker &&
      last.text.length + segment.text.length < turnMaxCharacters &&
      (speaker !== null || segment.fromFrame - previousSegment.toFrame < unnamedPauseFrames)
    if (joins) {
      if (segment.unclear) {
        const wordOffset = wordCount(last.text)
        last.unclear.push(...segment.unclear.map((place) => wordOffset + place))
      }
      last.text = `${last.text} ${segment.text}`
      last.end = index + 1
    } else {
      this.turns.push({
        speaker,
        first: index,
        end: index + 1,
        text: segment.text,
        unclear: [...(segment.unclear ?? [])],
      })
    }
  }
}

class SentTurns {
  readonly list: TurnList
  readonly sent: { text: string; unclear: number[] }[] = []
  private changedFrom = 0

  constructor(list: TurnList) {
    this.list = list
  }

  touch(from: number) {
    this.changedFrom = Math.min(this.changedFrom, from)
  }

  update(offset: number): TurnsUpdate | null {
    const { turns } = this.list
    // There are no new words since the last call. This case is checked first, because it occurs many times per second.
    if (this.changedFrom >= turns.length && this.sent.length === turns.length) return null
    const fresh = turns.slice(this.changedFrom).map((turn) => ({
      text: labelled(turn),
      unclear: turn.unclear.slice(0, limits.unclearWordsMax),
    }))
    let sameCount = 0
    while (sameCount < fresh.length && isDeepStrictEqual(fresh[sameCount], this.sent[this.changedFrom + sameCount]))
      sameCount++
    const from = this.changedFrom + sameCount
    const nothingNew = sameCount === fresh.length && this.sent.length === from
    this.sent.length = from
    const next = fresh.slice(sameCount)
    this.sent.push(...next)
    this.changedFrom = turns.length
    if (nothingNew) return null
    return {
      from: from + offset,
      transcript: next.map(({ text }) => text),
      unclear: next.map(({ unclear }) => unclear),
    }
  }
}

export function createTurnBuilder(take: {
  channels: 1 | 2
  turns?: readonly string[]
  unclear?: readonly (readonly number[])[]
  lastBeginMs?: number | null
  channelFrames?: readonly number[]
  /** True if long parts without sound leave a mark. A dictation has no marks, because its words go into a text box. */
  marksPauses?: boolean
}): TurnBuilder {
  const { channels } = take
  const storedTurns = [...(take.turns ?? [])]
  const storedUnclear = storedTurns.map((_, index) => take.unclear?.[index] ?? [])
  let characters = storedTurns.reduce((sum, turn) => sum + turn.length, 0)
  const channelFrames = Array.from({ length: channels }, (_, channel) => take.channelFrames?.[channel] ?? 0)

  let resumed: Segment | null = null
  const numberOf = createSpeakerNumbers({ channels, turns: storedTurns })
  const last = storedTurns.at(-1)
  const labelledLast = last === undefined ? null : labelledTurn(last)
  const marks = new WeakSet<Segment>()
  const speakerOf = (segment: Segment) =>
    segment === resumed ? (labelledLast?.speaker ?? null) : marks.has(segment) ? null : numberOf(segment)
  const shownTurns = new SentTurns(new TurnList(speakerOf))
  const settled = new SentTurns(new TurnList(speakerOf))
  const lists = [shownTurns, settled]

  if (labelledLast !== null) {
    storedTurns.pop()
    const unclear = storedUnclear.pop() ?? []
    resumed = { channel: 0, text: labelledLast.text, unclear, fromFrame: -1, toFrame: -1, final: true }
    for (const one of lists) {
      one.list.insert(resumed)
      one.update(0)
    }
  }

  /** Provisional text that is displayed, one segment per channel or per voice. */
  const guesses = new Map<string, Segment>()
  const dropGuess = (key: string) => {
    const guess = guesses.get(key)
    if (guess === undefined) return
    guesses.delete(key)
    shownTurns.touch(shownTurns.list.remove(guess))
  }

  /**
   * Marks that are not final yet. A mark becomes final only when all words before it are: otherwise, the words would
   * come after the mark when another connection continues the take. Without words before it, a mark is dropped.
   */
  let openMarks: Segment[] = []
  const addMark = ({ list }: SentTurns, mark: Segment) => {
    const first = list.segments[0]
    return storedTurns.length > 0 || (first !== undefined && first.fromFrame < mark.fromFrame)
      ? list.insert(mark)
      : null
  }
  const settleMarks = () => {
    if (openMarks.length === 0) return
    const reached = Math.min(...channelFrames)
    for (const mark of openMarks) {
      for (const one of mark.fromFrame <= reached ? lists : [shownTurns]) {
        if (one.list.segments.includes(mark)) continue
        const changed = addMark(one, mark)
        if (changed !== null) one.touch(changed)
      }
    }
    openMarks = openMarks.filter(({ fromFrame }) => fromFrame > reached)
  }

  return {
    silence(fromFrame, toFrame) {
      const lengthMs = (toFrame - fromFrame) / framesPerMs
      if (take.marksPauses !== true || lengthMs < pauseMarkMinMs) return
      // The last stored turn may be the mark of the same pause, of which another connection has heard the beginning.
      if (shownTurns.list.turns.length === 0 && pauseLength(storedTurns.at(-1) ?? '') !== null) return
      const mark: Segment = { channel: 0, text: pauseMark(lengthMs), fromFrame, toFrame, final: true }
      marks.add(mark)
      openMarks.push(mark)
      settleMarks()
    },
    take(event) {
      if (event.type === 'processed') {
        const { channel, toFrame } = event
        if (channel >= channels) return
        channelFrames[channel] = Math.max(channelFrames[channel] ?? 0, toFrame)
        settleMarks()
        if (guesses.size === 0) return
        for (const [key, guess] of [...guesses]) {
          if (guess.channel === channel && guess.fromFrame < toFrame) dropGuess(key)
        }
        return
      }
      const segment =
        event.segment.text.length > segmentMaxCharacters
          ? { ...event.segment, text: event.segment.text.slice(0, segmentMaxCharacters) }
          : event.segment
      const key = `${segment.channel}:${segment.voice ?? ''}`
      dropGuess(key)
      if (segment.text === '') return
      shownTurns.touch(shownTurns.list.insert(segment))
      if (!segment.final) {
        guesses.set(key, segment)
        return
      }
      characters += segment.text.length + 1
      settled.touch(settled.list.insert(segment))
      // The words and the position must become final together. Otherwise a resume would lose or repeat words.
      channelFrames[segment.channel] = Math.max(channelFrames[segment.channel] ?? 0, segment.toFrame)
      settleMarks()
    },
    get turns() {
      return [...storedTurns, ...shownTurns.list.turns.map(labelled)]
    },
    get characters() {
      return characters
    },
    get settledTurns() {
      return [...storedTurns, ...settled.list.turns.map(labelled)]
    },
    get settledUnclear() {
      return [...storedUnclear, ...settled.list.turns.map(({ unclear }) => unclear)]
    },
    settledBeginsMs(from, to) {
      return Array.from({ length: Math.max(0, to - from) }, (_, at) => {
        const { segments, turns } = settled.list
        const first = segments[turns[from + at - storedTurns.length]?.first ?? -1]
        if (first === undefined) return null
        return first === resumed ? (take.lastBeginMs ?? null) : Math.round(first.fromFrame / framesPerMs)
      })
    },
    shown: () => shownTurns.update(storedTurns.length),
    settled: () => settled.update(storedTurns.length),
    channelFrames,
  }
}
