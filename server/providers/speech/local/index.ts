import type { SpeechEngine } from '../engine.ts'
import type { DecoderChoice } from './messages.ts'
import { createStream } from './stream.ts'
import { startVoice, type Voice } from './voice.ts'

/**
 * A loaded decoder needs 100 MB. `idleMax`: the number of unused decoders that stay loaded for the next recording.
 * `busyMax`: the number of decoders that recordings can use at the same time; a recording that needs more is refused.
 */
const idleMax = 2
const busyMax = 16

/** Creates an engine whose recogniser runs in threads of this server, one thread per channel. */
export function createLocalEngine(
  description: Pick<SpeechEngine, 'name' | 'label' | 'languages'>,
  decoder: DecoderChoice,
  /** Runs once before the first recording. Throws if the recogniser cannot be used. */
  check: () => Promise<void> = async () => {},
): SpeechEngine {
  let checked: Promise<void> | null = null
  const idle: Voice[] = []
  let busy = 0
  let closed = false

  const borrow = async (): Promise<Voice> => {
    for (let voice = idle.pop(); voice !== undefined; voice = idle.pop()) if (voice.alive) return voice
    return startVoice(decoder)
  }
  const giveBack = async (voice: Voice) => {
    if (!closed && voice.alive && idle.length < idleMax) idle.push(voice)
    else await voice.close()
  }

  return {
    ...description,
    diarizes: false,
    takesTerms: false,
    channels: 2,
    async open(options) {
      if (closed) throw new Error('The speech engine is closed.')
      if (busy + options.channels > busyMax) throw new Error('Too many recordings run on this server at once.')
      checked ??= check()
      await checked
      busy += options.channels
      const started = await Promise.allSettled(Array.from({ length: options.channels }, borrow))
      const voices = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const release = () => {
        busy -= options.channels
        for (const voice of voices) void giveBack(voice)
      }
      const failed = started.find((one) => one.status === 'rejected')
      if (failed !== undefined) {
        release()
        throw new Error('The speech engine could not start.', { cause: failed.reason })
      }
      return createStream(options, voices, release)
    },
    async close() {
      closed = true
      await Promise.all(idle.splice(0).map((voice) => voice.close()))
    },
  }
}
