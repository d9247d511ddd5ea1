/** Sound to give to an engine, or only how far the timeline has come: silence that nobody needs to hear. */
export interface BacklogPiece {
  /** Interleaved samples; none for a gap. */
  pcm: Int16Array
  /** Where its first frame stands; of a gap, where it ends. */
  atFrame: number
}

/** Zeros this long were written in place of silence that was not recorded: 300 ms. */
const gapFrames = 4800
/** An engine is given at most a quarter of a second at once, so that it can be felt when it is slow. */
const pieceFrames = 4000

/** The bytes ended within a frame, so they are not what they are said to be. */
export class HalfFrame extends Error {
  override name = 'HalfFrame'
  constructor() {
    super('The audio must hold whole frames of 16-bit samples.')
  }
}

/** Whole frames of a stream of bytes, however it is cut. Throws `HalfFrame` when the stream ends within one. */
async function* wholeFrames(bytes: AsyncIterable<Uint8Array>, frameBytes: number): AsyncGenerator<Int16Array> {
  let rest = new Uint8Array(0)
  for await (const part of bytes) {
    const length = rest.length + part.length
    const whole = length - (length % frameBytes)
    const joined = new Uint8Array(length)
    joined.set(rest)
    joined.set(part, rest.length)
    rest = joined.slice(whole)
    if (whole > 0) yield new Int16Array(joined.buffer, 0, whole / 2)
  }
  if (rest.length > 0) throw new HalfFrame()
}

/**
 * Cuts a stream of 16-bit PCM whose first frame stands at `fromFrame` into pieces for an engine, beginning at `knownFrame`:
 * what is before it was heard already. Runs of zeros on every channel, 300 ms and longer, become gaps.
 */
export async function* backlogPieces(
  bytes: AsyncIterable<Uint8Array>,
  { channels, fromFrame, knownFrame }: { channels: 1 | 2; fromFrame: number; knownFrame: number },
): AsyncGenerator<BacklogPiece> {
  let frame = fromFrame
  /** Zeros heard of and not passed on yet. */
  let zeros = 0

  for await (const samples of wholeFrames(bytes, 2 * channels)) {
    const known = Math.min(samples.length / channels, Math.max(0, knownFrame - frame))
    frame += known
    let begin = known * channels
    for (let at = begin; at < samples.length; at += channels) {
      const silent = samples[at] === 0 && (channels === 1 || samples[at + 1] === 0)
      if (silent) {
        if (zeros === 0 && at > begin) {
          yield* cut(samples.subarray(begin, at), channels, frame)
          frame += (at - begin) / channels
          begin = at
        }
        zeros++
        begin = at + channels
        continue
      }
      if (zeros > 0) {
        if (zeros >= gapFrames) yield { pcm: new Int16Array(0), atFrame: frame + zeros }
        else yield* cut(new Int16Array(zeros * channels), channels, frame)
        frame += zeros
        zeros = 0
        begin = at
      }
    }
    if (begin < samples.length) {
      yield* cut(samples.subarray(begin), channels, frame)
      frame += (samples.length - begin) / channels
    }
  }
  if (zeros > 0) yield { pcm: new Int16Array(0), atFrame: frame + zeros }
}

function* cut(samples: Int16Array, channels: 1 | 2, atFrame: number): Generator<BacklogPiece> {
  for (let at = 0; at < samples.length; at += pieceFrames * channels) {
    // A copy: engines take what they are given over.
    yield { pcm: samples.slice(at, at + pieceFrames * channels), atFrame: atFrame + at / channels }
  }
}
