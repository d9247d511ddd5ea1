/** Interleaved 16-bit samples. `atFrame` is the position of the first frame on the take's timeline. */
export interface Chunk {
  pcm: Int16Array<ArrayBuffer>
  atFrame: number
}

/** A part of a take's timeline, in frames. `endFrame` is exclusive. */
export interface FrameRange {
  fromFrame: number
  endFrame: number
}
