import type { SpeechEngine } from '../engine.ts'
import type { DecoderChoice } from './messages.ts'
import { createPlaces } from './places.ts'
import { createStream } from './stream.ts'
import { startVoice, type Voice } from './voice.ts'

/** The number of unused decoders that stay loaded for the next recording. Each needs 100 MB. */
const idleMax = 2

/**
 * Creates an engine whose recogniser runs in threads of this server, one thread per channel. It recognises `channelsMost`
 * channels at the same time. More live recordings are refused. Files and late parts wait (product 9.21).
 */
export function createLocalEngine(
  description: Pick<SpeechEngine, 'name' | 'label' | 'languages'>,
  decoder: DecoderChoice,
  channelsMost: number,
  check: () => Promise<void> = async () => {},
): SpeechEngine {
  let checkResult: Promise<void> | null = null
  const idle: Voice[] = []
  const places = createPlaces(channelsMost)
  let isClosed = false

  const borrow = async (): Promise<Voice> => {
    for (let voice = idle.pop(); voice !== undefined; voice = idle.pop()) if (voice.alive) return voice
    return startVoice(decoder)
  }
  const giveBack = async (voice: Voice) => {
    if (!isClosed && voice.alive && idle.length < idleMax) idle.push(voice)
    else await voice.close()
  }

  return {
    ...description,
    diarizes: false,
    takesTerms: false,
    channels: channelsMost === 1 ? 1 : 2,
    async open(options) {
      if (isClosed) throw new Error('The speech engine is closed.')
      const { channels, late } = options
      const place = late === undefined ? null : places.queue(channels, late.signal)
      const leave = place?.leave ?? places.takeLive(channels)
      try {
        await place?.turn()
        checkResult ??= check()
        await checkResult
      } catch (error) {
        leave()
        throw error
      }
      const results = await Promise.allSettled(Array.from({ length: channels }, borrow))
      const voices = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const release = () => {
        leave()
        for (const voice of voices) void giveBack(voice)
      }
      const rejection = results.find((one) => one.status === 'rejected')
      if (rejection !== undefined) {
        release()
        throw new Error('The speech engine could not start.', { cause: rejection.reason })
      }
      const stream = createStream(options, voices, release)
      if (place === null) return stream
      return {
        ...stream,
        async write(chunk) {
          await place.turn()
          await stream.write(chunk)
        },
      }
    },
    async close() {
      isClosed = true
      await Promise.all(idle.splice(0).map((voice) => voice.close()))
    },
  }
}
