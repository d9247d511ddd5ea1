export interface BacklogPiece {
  pcm: Int16Array
  /** Frame number of the first sample. For a gap: frame number of its end. */
  atFrame: number
}

/**
 * Minimum length in frames (300 ms) of a run of zeros that becomes a gap. A client writes zeros into the file where it
 * has no audio, for example because its silence gate has removed the silence.
 */
const gapFrames = 4800
/**
 * Maximum length of a piece in frames (250 ms). After each piece, `transcribeBacklog` can wait for a slow engine, stop
 * because of an abort, or commit words.
 */
const pieceFrames = 4000

/** Thrown if the audio ends in the middle of a frame, so that its format cannot be the declared format. */
export class HalfFrame extends Error {
  override name = 'HalfFrame'
  constructor() {
    super('The audio must consist of complete frames of 16-bit samples.')
  }
}

/**
 * Splits a byte stream into arrays of whole frames. The parts of the stream may end within a frame. Throws `HalfFrame`
 * if the stream itself ends within a frame.
 */
async function* wholeFrames(bytes: AsyncIterable<Uint8Array>, frameBytes: number): AsyncGenerator<Int16Array> {
  let rest = new Uint8Array(0)
  for await (const part of bytes) {
    const length = rest.length + part.length
    const wholeLength = length - (length % frameBytes)
    const buffer = new Uint8Array(length)
    buffer.set(rest)
    buffer.set(part, rest.length)
    rest = buffer.slice(wholeLength)
    if (wholeLength > 0) yield new Int16Array(buffer.buffer, 0, wholeLength / 2)
  }
  if (rest.length > 0) throw new HalfFrame()
}

/**
 * Cuts a stream of 16-bit PCM into pieces for the engine. The first frame of the stream is number `fromFrame`. Frames
 * before `knownFrame` are skipped, because they are transcribed already. A run of zeros on every channel becomes a gap
 * if it lasts at least 300 ms, or if it ends the stream. Throws `HalfFrame`.
 */
export async function* backlogPieces(
  bytes: AsyncIterable<Uint8Array>,
  { channels, fromFrame, knownFrame }: { channels: 1 | 2; fromFrame: number; knownFrame: number },
): AsyncGenerator<BacklogPiece> {
  let frame = fromFrame
  /** Number of zero frames read but not yet yielded. */
  let zeros = 0

  for await (const samples of wholeFrames(bytes, 2 * channels)) {
    const skippedFrames = Math.min(samples.length / channels, Math.max(0, knownFrame - frame))
    frame += skippedFrames
    let begin = skippedFrames * channels
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
    // Copies the samples, because an engine may transfer or modify the array.
    yield { pcm: samples.slice(at, at + pieceFrames * channels), atFrame: atFrame + at / channels }
  }
}
