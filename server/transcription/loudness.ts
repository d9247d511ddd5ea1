import { wireFormat } from '../../lib/contracts/index.ts'

export interface Loudness {
  hear(pcm: Int16Array, atFrame: number): void
  /** Mean square of a channel between two frames, rounded to blocks of 50 ms. Blocks without audio count as 0. */
  of(channel: 0 | 1, fromFrame: number, toFrame: number): number
}

const blockFrames = wireFormat.sampleRate / 20
/** Number of blocks in two minutes: four times the longest utterance. */
const blocksKept = 20 * 120

export function createLoudness(): Loudness {
  const sums = [new Float64Array(blocksKept), new Float64Array(blocksKept)] as const
  const holds = new Float64Array(blocksKept).fill(-1)

  return {
    hear(pcm, atFrame) {
      const [lefts, rights] = sums
      const frames = pcm.length >> 1
      for (let frame = 0; frame < frames; ) {
        const block = Math.floor((atFrame + frame) / blockFrames)
        const place = block % blocksKept
        const end = Math.min(frames, (block + 1) * blockFrames - atFrame)
        let left = 0
        let right = 0
        for (; frame < end; frame++) {
          const one = pcm[2 * frame] ?? 0
          const two = pcm[2 * frame + 1] ?? 0
          left += one * one
          right += two * two
        }
        const isSameBlock = holds[place] === block
        lefts[place] = left + (isSameBlock ? (lefts[place] ?? 0) : 0)
        rights[place] = right + (isSameBlock ? (rights[place] ?? 0) : 0)
        holds[place] = block
      }
    },
    of(channel, fromFrame, toFrame) {
      const first = Math.floor(fromFrame / blockFrames)
      const last = Math.max(first, Math.ceil(toFrame / blockFrames) - 1)
      let sum = 0
      for (let block = first; block <= last; block++) {
        const place = block % blocksKept
        if (holds[place] === block) sum += sums[channel][place] ?? 0
      }
      return sum / ((last - first + 1) * blockFrames)
    },
  }
}
