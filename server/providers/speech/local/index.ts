import type { SpeechEngine } from '../engine.ts'
import type { DecoderChoice } from './messages.ts'
import { createPlaces } from './places.ts'
import { createStream } from './stream.ts'
import { startVoice, type Voice } from './voice.ts'

/** The number of unused decoders of a kind that stay loaded for the next recording. Each needs 100 MB or more. */
const idleMax = 2

/** Threads with loaded decoders of one kind. `check`: throws if they cannot be loaded. */
function createPool(decoder: DecoderChoice, check: () => Promise<void>) {
  const idle: Voice[] = []
  let checkResult: Promise<void> | null = null
  let isClosed = false
  return {
    check() {
      checkResult ??= check()
      return checkResult
    },
    async borrow(): Promise<Voice> {
      for (let voice = idle.pop(); voice !== undefined; voice = idle.pop()) if (voice.alive) return voice
      return startVoice(decoder)
    },
    async giveBack(voice: Voice) {
      if (!isClosed && voice.alive && idle.length < idleMax) idle.push(voice)
      else await voice.close()
    },
    async close() {
      isClosed = true
      await Promise.all(idle.splice(0).map((voice) => voice.close()))
    },
  }
}

export interface LocalDecoders {
  /** Recognises live recordings. */
  live: DecoderChoice
  /** Recognises files and late parts of recordings. Default: as live recordings. */
  late?: DecoderChoice | undefined
  /** Throws if a decoder cannot be loaded. */
  check?(decoder: DecoderChoice): Promise<void>
}

/**
 * Creates an engine whose recogniser runs in threads of this server, one thread per channel. It recognises `channelsMost`
 * channels at the same time. More live recordings are refused. Files and late parts wait (product 9.21).
 */
export function createLocalEngine(
  description: Pick<SpeechEngine, 'name' | 'label' | 'languages'>,
  { live, late: forLate, check = async () => {} }: LocalDecoders,
  channelsMost: number,
): SpeechEngine {
  const livePool = createPool(live, () => check(live))
  const latePool = forLate === undefined ? livePool : createPool(forLate, () => check(forLate))
  const places = createPlaces(channelsMost)
  let isClosed = false

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
      const pool = late === undefined ? livePool : latePool
      try {
        await place?.turn()
        await pool.check()
      } catch (error) {
        leave()
        throw error
      }
      const results = await Promise.allSettled(Array.from({ length: channels }, pool.borrow))
      const voices = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const release = () => {
        leave()
        for (const voice of voices) void pool.giveBack(voice)
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
      await Promise.all([livePool.close(), latePool.close()])
    },
  }
}
