import type { EngineEvent, Segment } from '../engine.ts'
import type { DeepgramResults, DeepgramWord } from './messages.ts'

export interface StreamClock {
  /** Records that `frames` frames, beginning at `atFrame` of the timeline, were sent. */
  sent(frames: number, atFrame: number): void
  /**
   * Converts seconds of sent audio to a frame of the timeline. At a gap, one time of the sent audio belongs to two
   * frames. If `isEnd` is true, the frame before the gap is returned, otherwise the frame after it.
   */
  frameOf(seconds: number, isEnd: boolean): number
}

const framesPerSecond = 16_000
/** A word with a lower confidence counts as heard unclearly (product 14.1). */
const clearConfidence = 0.6

export function createStreamClock(): StreamClock {
  const spans: { sentFrame: number; atFrame: number }[] = []
  let sentFrames = 0
  return {
    sent(frames, atFrame) {
      const last = spans.at(-1)
      if (last === undefined || last.atFrame + sentFrames - last.sentFrame !== atFrame) {
        spans.push({ sentFrame: sentFrames, atFrame })
      }
      sentFrames += frames
    },
    frameOf(seconds, isEnd) {
      const frame = Math.min(sentFrames, Math.round(seconds * framesPerSecond))
      const span = spans.findLast(({ sentFrame }) => (isEnd ? sentFrame < frame : sentFrame <= frame)) ?? spans[0]
      return span === undefined ? 0 : span.atFrame + frame - span.sentFrame
    },
  }
}

const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length

const placesOf = (text: string, precedingText: string): number[] =>
  Array.from({ length: wordCount(text) }, (_, index) => wordCount(precedingText) + index)

export function eventsOf(
  results: DeepgramResults,
  { clock, knownFrame, named }: { clock: StreamClock; knownFrame: number; named: boolean },
): EngineEvent[] {
  const channel = results.channel_index[0] === 1 ? 1 : 0
  const { is_final: final } = results
  const toFrame = Math.max(knownFrame, clock.frameOf(results.start + results.duration, true))
  const segments: Segment[] = []
  let previousWord: DeepgramWord | null = null
  for (const word of results.channel.alternatives[0]?.words ?? []) {
    const fromFrame = clock.frameOf(word.start, false)
    if (fromFrame < knownFrame) continue
    const endFrame = Math.max(fromFrame, clock.frameOf(word.end, true))
    const text = word.punctuated_word ?? word.word
    const isUnclear = final && (word.confidence ?? 1) < clearConfidence
    const last = segments.at(-1)
    // An interim result is one segment. Only final results have separate segments for different voices.
    const sameVoice = !named || !final || previousWord?.speaker === word.speaker
    if (last !== undefined && sameVoice) {
      if (isUnclear) last.unclear = [...(last.unclear ?? []), ...placesOf(text, last.text)]
      last.text += ` ${text}`
      last.toFrame = endFrame
    } else {
      const voice = named && word.speaker !== undefined ? { voice: word.speaker } : {}
      const unclear = isUnclear ? { unclear: placesOf(text, '') } : {}
      segments.push({ channel, ...voice, text, ...unclear, fromFrame, toFrame: endFrame, final })
    }
    previousWord = word
  }
  const events: EngineEvent[] = segments.map((segment) => ({ type: 'segment', segment }))
  if (final) events.push({ type: 'processed', channel, toFrame })
  return events
}
