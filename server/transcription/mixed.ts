import type { EngineStream } from '../providers/speech/engine.ts'

/**
 * Wraps a stream of one channel, so that it accepts two channels and mixes them. If the engine takes only one channel,
 * the extension mixes the channels before it sends them. But earlier versions of the extension, and recordings that
 * began with another engine, send two channels.
 */
export function mixed(stream: EngineStream): EngineStream {
  return {
    ...stream,
    write: ({ pcm, atFrame }) => stream.write({ pcm: sumOf(pcm), atFrame }),
    get engine() {
      return stream.engine
    },
  }
}

/**
 * Adds both channels, as the extension does when it mixes them. Clips the sum to 16 bits, because an Int16Array would
 * wrap around.
 */
function sumOf(pcm: Int16Array): Int16Array {
  const samples = new Int16Array(pcm.length / 2)
  for (let frame = 0; frame < samples.length; frame++) {
    const sum = (pcm[2 * frame] ?? 0) + (pcm[2 * frame + 1] ?? 0)
    samples[frame] = Math.max(-32_768, Math.min(32_767, sum))
  }
  return samples
}
