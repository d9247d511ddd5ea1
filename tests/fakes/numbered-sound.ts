/**
 * One word of artificial test audio. All samples of a word have the number of the word as their value, so that a fake
 * engine can read the words without recognising speech. Between words there is silence.
 */
export interface NumberedWord {
  /** 1 to 30,000. */
  number: number
  channel: 0 | 1
  fromMs: number
  toMs: number
}

const framesPerMs = 16

/** Interleaved samples with these words in them. */
export function numberedSound(words: readonly NumberedWord[], ms: number, channels: 1 | 2): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(ms * framesPerMs * channels)
  for (const { number, channel, fromMs, toMs } of words) {
    for (let frame = fromMs * framesPerMs; frame < toMs * framesPerMs; frame++) pcm[frame * channels + channel] = number
  }
  return pcm
}
