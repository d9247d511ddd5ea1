import { wireFormat } from '../contracts/audio.ts'
import { chunkFrames, type KeptReader } from './kept-reader.ts'
import { createMissing, type Stretch } from './missing.ts'
import type { Chunk } from './send-buffer.ts'

/** A stretch of a take as a file: interleaved 16-bit PCM, gaps as zeros. */
export interface AudioFile {
  /** Where its first frame stands on the take's timeline. */
  fromFrame: number
  channels: 1 | 2
  pcm: Int16Array<ArrayBuffer>
}
/**
 * Sends it to the transcript of the take and answers all of its turns and the seconds that are committed now. Rejects with
 * UploadRefused when a server answered and did not take it, and with any other error when none was reached.
 */
export type SendFile = (file: AudioFile) => Promise<{ transcript: string[]; duration: number }>

/** A server was reached and did not take the file; its message can be shown. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
  /** It asks to come again after so long; null: the same file would be refused again. */
  readonly retryAfterMs: number | null
  /** A shorter file may do. */
  readonly tooLarge: boolean

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number | null; tooLarge?: boolean } = {}) {
    super(message, options)
    this.retryAfterMs = options.retryAfterMs ?? null
    this.tooLarge = options.tooLarge ?? false
  }
}

/** The longest file; short enough for the memory of the page and the patience of a connection. */
export const longestFileMs = 2 * 60_000

/** What is known of a part of the timeline without the disk: the sound that is in memory, and where sound must be on the disk. */
export type KnownSound = (part: Stretch) => { chunks: readonly Chunk[]; kept: readonly Stretch[] }

/**
 * What is kept from a frame on, at most so long, as one file, with the parts of it that cannot be read back; null when
 * nothing is kept after the first frame. Rejects with DiskAway.
 */
async function fileFrom(
  fromFrame: number,
  channels: 1 | 2,
  read: KeptReader,
  known: KnownSound,
  longestMs: number,
): Promise<{ file: AudioFile; missing: readonly Stretch[] } | null> {
  const fileFrames = (longestMs / 1000) * wireFormat.sampleRate
  const most = Math.ceil(fileFrames / chunkFrames) + 2
  const window = { fromFrame, endFrame: fromFrame + fileFrames }
  const { chunks: found, unreadable } = await read(window, most)
  const { chunks: inMemory, kept } = known(window)
  const spanOf = ({ atFrame, pcm }: Chunk): Stretch => ({
    fromFrame: atFrame,
    endFrame: atFrame + pcm.length / channels,
  })
  // What is in memory needs no disk: it fills the places of chunks that the disk does not give back.
  const chunks = [...inMemory, ...found]
  const ends = [...chunks.map(spanOf), ...unreadable].map((part) => part.endFrame)
  const endFrame = Math.min(Math.max(0, ...ends), window.endFrame)
  if (endFrame <= fromFrame) return null
  const pcm = new Int16Array((endFrame - fromFrame) * channels)
  for (const chunk of chunks) {
    const from = Math.max(chunk.atFrame, fromFrame)
    const to = Math.min(chunk.atFrame + chunk.pcm.length / channels, endFrame)
    if (to <= from) continue
    const part = chunk.pcm.subarray((from - chunk.atFrame) * channels, (to - chunk.atFrame) * channels)
    pcm.set(part, (from - fromFrame) * channels)
  }
  const missing = createMissing([...kept, ...unreadable])
  for (const chunk of chunks) missing.remove(spanOf(chunk))
  missing.remove({ fromFrame: 0, endFrame: fromFrame })
  missing.remove({ fromFrame: endFrame, endFrame: Number.POSITIVE_INFINITY })
  return { file: { fromFrame, channels, pcm }, missing: missing.parts }
}

/**
 * Sends files, each at most so long, from where the server stands, as long as there is more. Rejects as `send` does, with
 * UploadRefused when one does not get on, and with DiskAway when the disk gives nothing back.
 */
export async function sendBacklog(options: {
  channels: 1 | 2
  read: KeptReader
  known: KnownSound
  longestMs: number
  /** Where the server stands. */
  from: () => number
  more: () => boolean
  /** `missing`: the parts of the file that could not be read back and are silence in it. */
  send: (file: AudioFile, missing: readonly Stretch[]) => Promise<void>
}): Promise<void> {
  while (options.more()) {
    const from = options.from()
    const next = await fileFrom(from, options.channels, options.read, options.known, options.longestMs)
    if (next === null) return
    await options.send(next.file, next.missing)
    // A word may be longer than a short file: the socket knows no such ends.
    if (options.from() <= from) throw new UploadRefused('The server took a piece of the recording and came no further.')
  }
}
