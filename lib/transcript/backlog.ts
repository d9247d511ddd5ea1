import { wireFormat } from '../contracts/audio.ts'
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
const chunkFrames = 2048

/** What is kept from a frame on, at most so long, as one file; null when nothing is kept after the first. */
export async function fileFrom(
  fromFrame: number,
  channels: 1 | 2,
  read: (fromFrame: number, most: number) => Promise<Chunk[]>,
  longestMs = longestFileMs,
): Promise<AudioFile | null> {
  const fileFrames = (longestMs / 1000) * wireFormat.sampleRate
  // The chunk that holds the first frame may begin before it.
  const chunks = await read(Math.max(0, fromFrame - chunkFrames + 1), Math.ceil(fileFrames / chunkFrames) + 2)
  const last = chunks.at(-1)
  if (last === undefined) return null
  const endFrame = Math.min(last.atFrame + last.pcm.length / channels, fromFrame + fileFrames)
  if (endFrame <= fromFrame) return null
  const pcm = new Int16Array((endFrame - fromFrame) * channels)
  for (const chunk of chunks) {
    const from = Math.max(chunk.atFrame, fromFrame)
    const to = Math.min(chunk.atFrame + chunk.pcm.length / channels, endFrame)
    if (to <= from) continue
    const part = chunk.pcm.subarray((from - chunk.atFrame) * channels, (to - chunk.atFrame) * channels)
    pcm.set(part, (from - fromFrame) * channels)
  }
  return { fromFrame, channels, pcm }
}

/** Sends files, each at most so long, from where the server stands, as long as there is more. Rejects as `send` does, and with UploadRefused when one does not get on. */
export async function sendBacklog(options: {
  channels: 1 | 2
  read: (fromFrame: number, most: number) => Promise<Chunk[]>
  longestMs: number
  /** Where the server stands. */
  from: () => number
  more: () => boolean
  send: (file: AudioFile) => Promise<void>
}): Promise<void> {
  while (options.more()) {
    const from = options.from()
    const file = await fileFrom(from, options.channels, options.read, options.longestMs)
    if (file === null) return
    await options.send(file)
    // A word may be longer than a short file: the socket knows no such ends.
    if (options.from() <= from) throw new UploadRefused('The server took a piece of the recording and came no further.')
  }
}
