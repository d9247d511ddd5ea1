import type { EngineEvent, EngineOptions, EngineStream } from '../engine.ts'
import { createEventQueue } from '../event-queue.ts'
import type { Voice } from './voice.ts'

const waitingMaxFrames = 32_000

function channelOf(pcm: Int16Array, channel: number, channels: number): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(Math.floor(pcm.length / channels))
  for (let frame = 0; frame < samples.length; frame++) samples[frame] = pcm[frame * channels + channel] ?? 0
  return samples
}

export function createStream(options: EngineOptions, voices: readonly Voice[], release: () => void): EngineStream {
  const queue = createEventQueue<EngineEvent>()
  const waiting = voices.map(() => 0)
  let unfinished = voices.length
  let endFrame = 0
  let state: 'open' | 'finishing' | 'closed' = 'open'
  let failure: Error | null = null
  const wake: (() => void)[] = []

  const wakeAll = () => {
    for (const one of wake.splice(0)) one()
  }
  const close = () => {
    if (state === 'closed') return
    state = 'closed'
    for (const voice of voices) voice.abandon()
    queue.end()
    wake.splice(0).forEach((one) => {
      one()
    })
    release()
  }

  for (const [index, voice] of voices.entries()) {
    voice.begin(index === 0 ? 0 : 1, options.knownFrames?.[index] ?? 0, {
      event: (event) => queue.push(event),
      taken(frames) {
        waiting[index] = (waiting[index] ?? 0) - frames
        wakeAll()
      },
      finished() {
        unfinished--
        if (unfinished === 0) close()
      },
      failed(error) {
        failure = error
        queue.fail(error)
        close()
      },
    })
  }

  return {
    async write({ pcm, atFrame }) {
      if (failure !== null) throw failure
      if (state !== 'open') throw new Error('Audio stream closed')
      for (const [index, voice] of voices.entries()) {
        const samples = channelOf(pcm, index, options.channels)
        waiting[index] = (waiting[index] ?? 0) + samples.length
        endFrame = atFrame + samples.length
        voice.audio(samples, atFrame)
      }
      while (state === 'open' && Math.max(...waiting) > waitingMaxFrames) {
        await new Promise<void>((resolve) => wake.push(resolve))
      }
    },
    async finish() {
      if (state !== 'open') return
      state = 'finishing'
      for (const voice of voices) voice.finish(endFrame)
    },
    events: queue,
    close,
  }
}
