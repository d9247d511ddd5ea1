import type { SeekableBytes } from './served-bytes.ts'

const tailBytes = 64 * 1024

/**
 * True if an MP3 or Ogg file was cut: its last frame or page is not complete, or the mark of the end is missing. These
 * files declare no length, or declare it only in a part that recorders leave out.
 */
export async function endsTooEarly(kind: 'mp3' | 'ogg', file: SeekableBytes): Promise<boolean> {
  const parts: Buffer[] = []
  for await (const part of file.read(Math.max(0, file.length - tailBytes), file.length)) parts.push(part)
  const tail = Buffer.concat(parts)
  return kind === 'ogg' ? !hasLastPage(tail) : endsInsideFrame(tail)
}

function hasLastPage(tail: Buffer): boolean {
  const at = tail.lastIndexOf('OggS', undefined, 'latin1')
  const lengths = at < 0 ? 0 : (tail[at + 26] ?? 0)
  if (at < 0 || at + 27 + lengths > tail.length || ((tail[at + 5] ?? 0) & 0x04) === 0) return false
  const body = tail.subarray(at + 27, at + 27 + lengths).reduce((sum, length) => sum + length, 0)
  return at + 27 + lengths + body <= tail.length
}

const framesMin = 3

function endsInsideFrame(tail: Buffer): boolean {
  for (let from = 0; from + 4 <= tail.length; from++) {
    let at = from
    let frames = 0
    for (;;) {
      const length = frameLength(tail, at)
      if (length === null) break
      if (at + length > tail.length) {
        if (frames >= framesMin) return true
        break
      }
      at += length
      frames++
    }
    if (frames < framesMin) continue
    const rest = tail.subarray(at)
    // Tags and padding may follow the last frame. Anything else may be a frame whose header was cut.
    return rest.length > 0 && rest.length < 4 && rest[0] === 0xff
  }
  return false
}

const rates = [
  [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
const frequencies = [44_100, 48_000, 32_000] as const

/** The length in bytes of the MPEG frame (layer III) whose header is at a position. Null: there is no header. */
function frameLength(bytes: Buffer, at: number): number | null {
  if (at + 4 > bytes.length) return null
  const header = bytes.readUInt32BE(at)
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== 1) return null
  const version = (header >>> 19) & 3
  const rate = rates[version === 3 ? 0 : 1][((header >>> 12) & 15) - 1]
  const frequency = frequencies[(header >>> 10) & 3]
  if (rate === undefined || frequency === undefined || version === 1) return null
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4
  return Math.floor(((version === 3 ? 144 : 72) * rate * 1000) / (frequency / divisor)) + ((header >>> 9) & 1)
}
