import type { Witnessed } from './worklet.ts'

/** Keeps what sources hand to a context, so that a machine out of breath is told from a capture that loses. */
export interface Witness {
  /** From now on; the context must know the audio thread's script of `worklet.ts`. */
  watch(source: MediaStreamAudioSourceNode): void
  /** What the source watched as number `index` gave, as PCM of 16 bits laid on capture's own timeline; 0 where it was not yet there. */
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
