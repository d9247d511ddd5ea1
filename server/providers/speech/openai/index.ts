import type { EngineEvent, EngineOptions, EngineStream, SpeechEngine } from '../engine.ts'
import { createEventQueue } from '../event-queue.ts'
import { languagesOf } from '../languages.ts'
import { type Channel, createChannel } from './channel.ts'
import type { TranscriptionSettings } from './request.ts'
import { createService, createTranscriber, type Service } from './transcriber.ts'

export type { TranscriptionSettings } from './request.ts'

const waitingMax = 4

function openStream(service: Service, options: EngineOptions): EngineStream {
  const { channels: count, language, knownFrames, terms = [], failsSoon = false } = options
  const queue = createEventQueue<EngineEvent>()
  const life = new AbortController()
  let endFrame = 0
  let failure: Error | null = null
  const transcribe = createTranscriber(service, () => {
    for (const channel of channels) channel.live()
  })
  const channels: Channel[] = ([0, 1] as const).slice(0, count).map((channel) =>
    createChannel(
      channel,
      knownFrames?.[channel] ?? 0,
      (samples) => transcribe({ samples, language, terms, failsSoon, signal: life.signal }),
      (event) => queue.push(event),
    ),
  )
  const fail = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error('The transcription endpoint failed.')
    queue.fail(failure)
    life.abort()
  }

  return {
    async write({ pcm, atFrame }) {
      if (failure !== null) throw failure
      if (life.signal.aborted) throw new Error('Audio stream closed')
      endFrame = atFrame + pcm.length / count
      for (const [index, channel] of channels.entries()) {
        const samples = new Int16Array(pcm.length / count)
        for (let frame = 0; frame < samples.length; frame++) samples[frame] = pcm[frame * count + index] ?? 0
        channel.take(samples, atFrame)
        const settled = channel.fewer()
        settled.catch(fail)
        if (channel.waiting > waitingMax) await settled
      }
    },
    async finish() {
      try {
        await Promise.all(channels.map((channel) => channel.finish(endFrame)))
        queue.end()
      } catch (error) {
        fail(error)
      }
    },
    events: queue,
    close() {
      life.abort()
      queue.end()
    },
  }
}

/**
 * Creates an engine for an endpoint with OpenAI's transcription API. Audio is split into utterances at pauses, and each
 * utterance is sent in a separate request.
 */
export function createOpenAiSpeech(settings: TranscriptionSettings): SpeechEngine {
  const service = createService(settings)
  return {
    name: 'openai',
    label: 'A transcription service with OpenAI’s protocol. Words appear one sentence at a time.',
    languages: languagesOf('whisper'),
    diarizes: false,
    takesTerms: true,
    channels: 2,
    open: async (options) => openStream(service, options),
    async close() {},
  }
}
