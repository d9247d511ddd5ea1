import { type EngineEvent, inaudible } from '../engine.ts'
import { createUtteranceCutter, type UtteranceEvent } from '../utterances.ts'
import type { Transcribed } from './transcriber.ts'

export interface Channel {
  take(samples: Int16Array, atFrame: number): void
  finish(endFrame: number): Promise<void>
  readonly waiting: number
  /** Resolves when all utterances that are waiting now are transcribed. Rejects if a transcription fails. */
  fewer(): Promise<void>
  live(): void
}

/**
 * Creates a channel. Words before `knownFrame` were reported earlier. Their audio is replaced by silence, so that they
 * are not reported again. An utterance that the service always refuses becomes `[inaudible]`.
 */
export function createChannel(
  channel: 0 | 1,
  knownFrame: number,
  understand: (samples: Int16Array) => Promise<Transcribed>,
  tell: (event: EngineEvent) => void,
): Channel {
  const cutter = createUtteranceCutter()
  let openUtterance: { fromFrame: number; parts: Int16Array[] } | null = null
  const startFrames: number[] = []
  let last: Promise<void> = Promise.resolve()
  let wordsEndFrame = knownFrame
  let processedFrame = -1

  const settle = (toFrame: number) => {
    const frame = Math.min(toFrame, startFrames[0] ?? Number.POSITIVE_INFINITY)
    if (frame <= processedFrame) return
    processedFrame = frame
    tell({ type: 'processed', channel, toFrame: frame })
  }
  const send = (fromFrame: number, samples: Int16Array) => {
    startFrames.push(fromFrame)
    const understood = understand(samples)
    // If `understood` rejects, `last` rejects too, and the rejection of `last` is handled. Without this line, the
    // rejection of `understood` itself would be unhandled.
    understood.catch(() => {})
    last = last.then(async () => {
      const result = await understood
      startFrames.shift()
      if (result === null) return
      const wholeUtterance = { text: inaudible, fromSeconds: 0, toSeconds: samples.length / 16_000 }
      const speech = result === 'refused' ? wholeUtterance : result
      const from = Math.max(wordsEndFrame, fromFrame + Math.round(speech.fromSeconds * 16_000))
      wordsEndFrame = Math.max(from, fromFrame + Math.round(speech.toSeconds * 16_000))
      tell({
        type: 'segment',
        segment: { channel, text: speech.text, fromFrame: from, toFrame: wordsEndFrame, final: true },
      })
    })
    last.catch(() => {})
  }
  const act = (event: UtteranceEvent) => {
    if (event.type === 'begin') openUtterance = { fromFrame: event.atFrame, parts: [] }
    else if (event.type === 'audio') openUtterance?.parts.push(event.samples)
    else {
      if (openUtterance !== null && event.spoken) send(openUtterance.fromFrame, joined(openUtterance.parts))
      openUtterance = null
    }
  }

  return {
    take(samples, atFrame) {
      const knownSamples = Math.min(samples.length, Math.max(0, knownFrame - atFrame))
      if (knownSamples > 0) samples.fill(0, 0, knownSamples)
      for (const event of cutter.push(samples, atFrame)) act(event)
      settle(cutter.settledFrame)
    },
    async finish(endFrame) {
      for (const event of cutter.flush()) act(event)
      await last
      settle(endFrame)
    },
    get waiting() {
      return startFrames.length
    },
    fewer: () => last,
    live() {
      if (processedFrame >= 0) tell({ type: 'processed', channel, toFrame: processedFrame })
    },
  }
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}
