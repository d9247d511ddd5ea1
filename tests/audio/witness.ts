import type { Witnessed } from './worklet.ts'

/**
 * Records the samples that sources pass to a context. If samples are missing in the result, the record shows if the
 * overloaded machine or the capture lost them.
 */
export interface Witness {
  /** Starts recording the source. The context must have loaded the worklet of `worklet.ts`. */
  watch(source: MediaStreamAudioSourceNode): void
  /**
   * The samples of the source that was watched as number `index`, as 16-bit PCM on capture's timeline. Samples before
   * the start of the source are 0.
   */
  samplesOf(index: number, length: number): number[]
}

export function createWitness(): Witness {
  const lists: Witnessed[][] = []
  return {
    watch(source) {
      const kept: Witnessed[] = []
      lists.push(kept)
      const node = new AudioWorkletNode(source.context, 'witness', {
        numberOfOutputs: 0,
        channelCount: 1,
        channelCountMode: 'explicit',
      })
      node.port.onmessage = ({ data }: MessageEvent<Witnessed>) => kept.push(data)
      source.connect(node)
    },
    samplesOf(index, length) {
      const kept = lists[index] ?? []
      const from = kept.at(-1)?.captureFrom ?? 0
      const samples: number[] = new Array(length).fill(0)
      for (const one of kept) {
        one.samples.forEach((sample, i) => {
          const at = one.atFrame - from + i
          if (at >= 0 && at < length) samples[at] = sample * 32_767
        })
      }
      return samples
    },
  }
}
