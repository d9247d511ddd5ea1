import type { EngineEvent, EngineStream, SpeechEngine } from '../../server/providers/speech/engine.ts'
import { createEventQueue } from '../../server/providers/speech/event-queue.ts'

interface Open {
  number: number
  fromFrame: number
  frames: number
}

/**
 * A speech engine for sound that consists of runs of equal numbers. Each run is one word. When the run ends, the engine
 * emits `w<number>:<frames>`, so that a test can find every word that was lost, repeated, moved to another channel or
 * shortened by a single frame. If `guesses` is true, the engine also emits interim results during a word.
 */
export function createNumberedEngine({ guesses = false } = {}): SpeechEngine {
  return {
    name: 'numbered',
    label: 'Hears numbers in the samples. For tests only.',
    languages: ['en'],
    diarizes: false,
    takesTerms: false,
    channels: 2,
    async open({ channels, knownFrames }) {
      return streamOf(channels, knownFrames ?? [], guesses)
    },
    async close() {},
  }
}

function streamOf(channels: 1 | 2, knownFrames: readonly number[], guesses: boolean): EngineStream {
  const queue = createEventQueue<EngineEvent>()
  const open: (Open | null)[] = Array.from({ length: channels }, () => null)
  const sides = ([0, 1] as const).slice(0, channels)
  let position = 0

  const tell = (channel: 0 | 1, { number, frames, fromFrame }: Open, final: boolean) => {
    const segment = { channel, text: `w${number}:${frames}`, fromFrame, toFrame: fromFrame + frames, final }
    queue.push({ type: 'segment', segment })
  }
  const end = (channel: 0 | 1) => {
    const word = open[channel]
    open[channel] = null
    if (word) tell(channel, word, true)
  }

  return {
    async write({ pcm, atFrame }) {
      if (atFrame > position) for (const channel of sides) end(channel)
      for (const channel of sides) {
        const known = knownFrames[channel] ?? 0
        for (let frame = 0; frame * channels < pcm.length; frame++) {
          const number = atFrame + frame < known ? 0 : (pcm[frame * channels + channel] ?? 0)
          const word = open[channel]
          if (word && word.number === number) {
            word.frames++
            continue
          }
          end(channel)
          if (number !== 0) open[channel] = { number, fromFrame: atFrame + frame, frames: 1 }
        }
      }
      position = atFrame + pcm.length / channels
      for (const channel of sides) {
        const word = open[channel]
        if (guesses && word) tell(channel, word, false)
        queue.push({ type: 'processed', channel, toFrame: word?.fromFrame ?? position })
      }
    },
    async finish() {
      for (const channel of sides) {
        end(channel)
        queue.push({ type: 'processed', channel, toFrame: position })
      }
      queue.end()
    },
    events: queue,
    close: () => queue.end(),
  }
}
