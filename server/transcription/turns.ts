import { limits } from '../../lib/contracts/index.ts'
import type { EngineEvent, Segment } from '../providers/speech/engine.ts'

/** Replaces the list of turns from index `from`; the wire's `transcript` message. */
export interface TurnsUpdate {
  from: number
  transcript: string[]
}

/** One update that does what `first` and then `second` do. */
export function mergeUpdates(first: TurnsUpdate | null, second: TurnsUpdate | null): TurnsUpdate | null {
  if (first === null || second === null) return first ?? second
  if (second.from <= first.from) return second
  return {
    from: first.from,
    transcript: [...first.transcript.slice(0, second.from - first.from), ...second.transcript],
  }
}

/** Builds the list of turns of one take from what its engine tells. Pure. */
export interface TurnBuilder {
  /** Takes one event of the engine. */
  take(event: EngineEvent): void
  /** The turns as they are to be shown, guesses included. */
  readonly turns: readonly string[]
  /** Characters of the turns without guesses, about. */
  readonly characters: number
  /** The turns without guesses. */
  readonly settledTurns: readonly string[]
  /** What has changed in `turns` since it was last asked for; null when nothing has. */
  shown(): TurnsUpdate | null
  /** What has changed in the turns without guesses since it was last asked for; null when nothing has. */
  settled(): TurnsUpdate | null
  /** For each channel, the frame before which no more words will come. */
  readonly channelFrames: readonly number[]
}

/** A turn this long is followed by another of the same speaker, so that an update never repeats more than this. */
export const turnMaxCharacters = 800
/** No utterance is so long: what an engine tells beyond it is not speech, and would not fit a turn. */
const segmentMaxCharacters = limits.valueMax / 10
/** Without names, a pause of this length is all that tells a new turn. */
const unnamedPauseFrames = 2 * 16_000

interface Turn {
  speaker: number | null
  /** Places in the list of segments, [first, end). */
  first: number
  end: number
  text: string
}

const speakerLabel = /^Speaker (\d+): /
const labelled = ({ speaker, text }: { speaker: number | null; text: string }) =>
  speaker === null ? text : `Speaker ${speaker}: ${text}`

/** A list kept in order of `fromFrame`, with the turns its segments make. Only the end of it is ever made anew. */
class TurnList {
  readonly segments: Segment[] = []
  readonly turns: Turn[] = []
  private readonly speakerOf: (segment: Segment) => number | null

  constructor(speakerOf: (segment: Segment) => number | null) {
    this.speakerOf = speakerOf
  }

  /** Puts a segment in its place and answers the index of the first turn that may have changed. */
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

  /** Makes the turns from the one that holds the segment before `place` on. */
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
    const before = this.segments[index - 1]
    const joins =
      last !== undefined &&
      before !== undefined &&
      last.speaker === speaker &&
      last.text.length + segment.text.length < turnMaxCharacters &&
      (speaker !== null || segment.fromFrame - before.toFrame < unnamedPauseFrames)
    if (joins) {
      last.text = `${last.text} ${segment.text}`
      last.end = index + 1
    } else {
      this.turns.push({ speaker, first: index, end: index + 1, text: segment.text })
    }
  }
}

/** Remembers what was told of a list, and from where it may differ. */
class Told {
  readonly list: TurnList
  readonly told: string[] = []
  private changedFrom = 0

  constructor(list: TurnList) {
    this.list = list
  }

  touch(from: number) {
    this.changedFrom = Math.min(this.changedFrom, from)
  }

  update(offset: number): TurnsUpdate | null {
    const { turns } = this.list
    // Most often, and many times a second: sound in which nothing was said.
    if (this.changedFrom >= turns.length && this.told.length === turns.length) return null
    const fresh = turns.slice(this.changedFrom).map(labelled)
    let same = 0
    while (same < fresh.length && fresh[same] === this.told[this.changedFrom + same]) same++
    const from = this.changedFrom + same
    const nothingNew = same === fresh.length && this.told.length === from
    this.told.length = from
    const transcript = fresh.slice(same)
    this.told.push(...transcript)
    this.changedFrom = turns.length
    return nothingNew ? null : { from: from + offset, transcript }
  }
}

/**
 * Speaker 0 is the microphone, 1 the tab and, where the engine tells voices in it apart, 2 and on. One channel without
 * told voices stays unnamed: better nobody than the wrong name (design §5).
 */
export function createTurnBuilder(take: {
  channels: 1 | 2
  /** Turns of the take that are stored already; a named last one is carried on. */
  turns?: readonly string[]
  channelFrames?: readonly number[]
}): TurnBuilder {
  const { channels } = take
  const stored = [...(take.turns ?? [])]
  let characters = stored.reduce((sum, turn) => sum + turn.length, 0)
  const channelFrames = Array.from({ length: channels }, (_, channel) => take.channelFrames?.[channel] ?? 0)

  const resumed = new Map<Segment, number>()
  const speakerOf = (segment: Segment): number | null => {
    const known = resumed.get(segment)
    if (known !== undefined) return known
    if (channels === 1) return segment.voice ?? null
    return segment.channel === 0 ? 0 : 1 + (segment.voice ?? 0)
  }
  const shown = new Told(new TurnList(speakerOf))
  const settled = new Told(new TurnList(speakerOf))
  const both = [shown, settled]

  const last = stored.at(-1)
  const name = last === undefined ? null : speakerLabel.exec(last)
  if (last !== undefined && name !== null) {
    stored.pop()
    const segment: Segment = {
      channel: 0,
      text: last.slice(name[0].length),
      fromFrame: -1,
      toFrame: -1,
      final: true,
    }
    resumed.set(segment, Number(name[1]))
    for (const one of both) {
      one.list.insert(segment)
      one.update(0)
    }
  }

  /** The guesses on show: one of each channel, or of each voice. */
  const guesses = new Map<string, Segment>()
  const dropGuess = (key: string) => {
    const guess = guesses.get(key)
    if (guess === undefined) return
    guesses.delete(key)
    shown.touch(shown.list.remove(guess))
  }

  return {
    take(event) {
      if (event.type === 'processed') {
        const { channel, toFrame } = event
        if (channel >= channels) return
        channelFrames[channel] = Math.max(channelFrames[channel] ?? 0, toFrame)
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
      shown.touch(shown.list.insert(segment))
      if (!segment.final) {
        guesses.set(key, segment)
        return
      }
      characters += segment.text.length + 1
      settled.touch(settled.list.insert(segment))
      // The words and their place become settled together: either without the other would lose or repeat them.
      channelFrames[segment.channel] = Math.max(channelFrames[segment.channel] ?? 0, segment.toFrame)
    },
    get turns() {
      return [...stored, ...shown.list.turns.map(labelled)]
    },
    get characters() {
      return characters
    },
    get settledTurns() {
      return [...stored, ...settled.list.turns.map(labelled)]
    },
    shown: () => shown.update(stored.length),
    settled: () => settled.update(stored.length),
    channelFrames,
  }
}
