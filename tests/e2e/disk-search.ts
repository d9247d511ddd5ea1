import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Number of samples in a window: 10 ms at 16 kHz. In a shorter window, bytes that are not sound can match a tone by
 * chance.
 */
const windowSamples = 160
/** Minimum amplitude of a tone that is found. Full scale is 32,768. */
const quietest = 1_000
/**
 * Samples count as a tone if they deviate from a pure tone by at most this part of the amplitude. For comparison, a
 * constant signal deviates from a tone of 441 Hz by 3 %.
 */
const largestDeviation = 0.005

/** Returns the files below a folder that contain a text, in one of the encodings that a browser stores. */
export function filesWith(folder: string, words: string): Promise<string[]> {
  const needles = [Buffer.from(words, 'utf8'), Buffer.from(words, 'utf16le')]
  return filesWhere(folder, (bytes) => needles.some((needle) => bytes.includes(needle)))
}

/** Returns the files below a folder that contain uncompressed sound with a tone, see `hasTone`. */
export function filesWithTone(folder: string, hertz: number): Promise<string[]> {
  return filesWhere(folder, (bytes) => hasTone(bytes, hertz))
}

/**
 * Returns true if a window of 10 ms contains a tone as 16 kHz samples: 16-bit or floating point, of one channel or of
 * one of two interleaved channels, at any offset. The windows overlap by half, so a tone of 15 ms is always found. Each
 * sample of a tone can be computed from the two samples before it, whatever the loudness and the phase. So the search
 * does not need to know the exact bytes.
 */
export function hasTone(bytes: Buffer, hertz: number): boolean {
  const int16 = { size: 2, read: (at: number) => bytes.readInt16LE(at) }
  const float32 = { size: 4, read: (at: number) => bytes.readFloatLE(at) * 32_768 }
  return [int16, float32].some(({ size, read }) =>
    [1, 2].some((channels) => {
      const stride = size * channels
      return Array.from({ length: stride }, (_, offset) => offset).some((offset) => {
        const samples = Math.floor((bytes.length - offset - size) / stride) + 1
        return hasToneAt({ offset, stride, samples, read }, hertz)
      })
    }),
  )
}

interface Reading {
  /** Byte offset of the first sample. */
  offset: number
  /** Bytes from one sample to the next one of the same channel. */
  stride: number
  samples: number
  read: (at: number) => number
}

function hasToneAt({ offset, stride, samples, read }: Reading, hertz: number): boolean {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / 16_000)
  const at = (sample: number) => read(offset + sample * stride)
  for (let first = 0; first + windowSamples <= samples; first += windowSamples / 2) {
    let [older, last] = [at(first), at(first + 1)]
    let [lowest, highest, deviation] = [Math.min(older, last), Math.max(older, last), 0]
    // Bytes that are not sound are often NaN when they are read as floating point. `deviation` is then NaN, the
    // condition of the loop is false, and the window ends.
    for (let i = 2; i < windowSamples && deviation <= allowed(32_768); i++) {
      const sample = at(first + i)
      deviation = Math.max(deviation, Math.abs(sample - factor * last + older))
      lowest = Math.min(lowest, sample)
      highest = Math.max(highest, sample)
      ;[older, last] = [last, sample]
    }
    const amplitude = Math.min(highest, -lowest)
    if (amplitude >= quietest && amplitude <= 32_768 && deviation <= allowed(amplitude)) return true
  }
  return false
}

/**
 * The deviation that is allowed at an amplitude. The constant 2 allows for samples that were rounded to whole numbers.
 */
const allowed = (amplitude: number) => 2 + amplitude * largestDeviation

async function filesWhere(folder: string, holds: (bytes: Buffer) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // The browser deletes files of its own at any time, so the file may be gone.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (holds(bytes)) found.push(path)
  }
  return found
}
