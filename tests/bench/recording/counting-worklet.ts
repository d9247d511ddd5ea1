import type { WorkletScope } from '../../../lib/audio/pcm-processor.ts'

// The smallest possible audio worklet, for comparison: it only counts frames.
const scope = globalThis as unknown as WorkletScope
class Counting extends scope.AudioWorkletProcessor {
  frames = 0
  process(inputs: Float32Array[][]): boolean {
    this.frames += inputs[0]?.[0]?.length ?? 0
    return true
  }
}
scope.registerProcessor('counting', Counting)
