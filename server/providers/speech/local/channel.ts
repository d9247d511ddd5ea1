import type { EngineEvent } from '../engine.ts'
import { createUtteranceCutter, type UtteranceEvent } from '../utterances.ts'
import type { Decoder, HeardWord } from './decoder.ts'
import { asSentence } from './sentence.ts'

/** Frames per step of the decoder. The decoder reports the times of words in steps of 10 ms. */
const framesPerStep = 160
/** The next interim result is computed after this many frames of new audio (0.3 s). */
const guessFrames = 4800

export function createChannel(
  decoder: Decoder,
  channel: 0 | 1,
  knownFrame: number,
  tell: (event: EngineEvent) => void,
) {
  const cutter = createUtteranceCutter()
  let utterance: { fromFrame: number; guessedFrames: number; frames: number; guess: string } | null = null
  let wordsEndFrame = knownFrame
  let processedFrame = -1

  const segment = (
    heardWords: readonly HeardWord[],
    fromFrame: number,
    untilFrame: number,
    final: boolean,
  ): EngineEvent => {
    const words = heardWords.map(({ word }) => word)
    const begins = fromFrame + (heardWords[0]?.from ?? 0) * framesPerStep
    const ends = fromFrame + (heardWords.at(-1)?.to ?? 0) * framesPerStep
    const from = Math.max(wordsEndFrame, begins)
    return {
      type: 'segment',
      segment: {
        channel,
        text: final ? (decoder.write ?? asSentence)(words) : asSentence(words).slice(0, -1),
        fromFrame: from,
        toFrame: Math.max(from, Math.min(ends, untilFrame)),
        final,
      },
    }
  }

  const guess = () => {
    if (utterance === null || utterance.frames - utterance.guessedFrames < guessFrames) return
    if (!cutter.isSpokenSoFar) return
    utterance.guessedFrames = utterance.frames
    const heardWords = decoder.words()
    const text = heardWords.map(({ word }) => word).join(' ')
    if (text === utterance.guess) return
    utterance.guess = text
    if (heardWords.length > 0)
      tell(segment(heardWords, utterance.fromFrame, utterance.fromFrame + utterance.frames, false))
  }

  const act = (event: UtteranceEvent) => {
    if (event.type === 'begin') {
      utterance = { fromFrame: event.atFrame, guessedFrames: 0, frames: 0, guess: '' }
      decoder.begin()
    } else if (event.type === 'audio') {
      decoder.take(event.samples)
      if (utterance !== null) utterance.frames += event.samples.length
      guess()
    } else if (utterance !== null) {
      decoder.end()
      const heardWords = event.spoken ? decoder.words() : []
      if (heardWords.length > 0) {
        const segmentEvent = segment(heardWords, utterance.fromFrame, event.atFrame, true)
        if (segmentEvent.type === 'segment') wordsEndFrame = segmentEvent.segment.toFrame
        tell(segmentEvent)
      }
      utterance = null
    }
  }

  const settle = (toFrame: number) => {
    if (toFrame <= processedFrame) return
    processedFrame = toFrame
    tell({ type: 'processed', channel, toFrame })
  }

  return {
    take(samples: Int16Array, atFrame: number) {
      const knownSamples = Math.min(samples.length, Math.max(0, knownFrame - atFrame))
      if (knownSamples > 0) samples.fill(0, 0, knownSamples)
      for (const event of cutter.push(samples, atFrame)) act(event)
      settle(cutter.settledFrame)
    },
    finish(endFrame: number) {
      for (const event of cutter.flush()) act(event)
      settle(endFrame)
    },
    abandon() {
      if (utterance !== null) decoder.end()
      utterance = null
    },
  }
}
