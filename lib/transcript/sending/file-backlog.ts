import { wireFormat } from '../../contracts/audio.ts'
import type { Chunk, FrameRange } from '../timeline.ts'
import { chunkFrames, type DiskReader } from './disk-reader.ts'
import { createMissing } from './missing.ts'

/** A part of a take as a file: interleaved 16-bit PCM, with zeros for gaps. */
export interface AudioFile {
  fromFrame: number
  channels: 1 | 2
  pcm: Int16Array<ArrayBuffer>
}
/**
 * Uploads a file to the transcript of the take. Resolves with all turns of the transcript and with the duration, in
 * seconds, up to which the server has stored the words of the take. Rejects with UploadRefused when the server answered
 * and refused the file, and with any other error when the server was not reached. When `signal` is aborted, the upload
 * ends and is not repeated.
 */
export type SendFile = (
  file: AudioFile,
  signal: AbortSignal,
) => Promise<{ transcript: string[]; unclear?: number[][] | undefined; duration: number }>

export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
  /** Milliseconds to wait before a retry. Null: the server would refuse the same file again. */
  readonly retryAfterMs: number | null
  readonly tooLarge: boolean

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number | null; tooLarge?: boolean } = {}) {
    super(message, options)
    this.retryAfterMs = options.retryAfterMs ?? null
    this.tooLarge = options.tooLarge ?? false
  }
}

/**
 * Length of the longest file, in milliseconds. A longer file would need too much memory in the page and too long a
 * request.
 */
export const longestFileMs = 2 * 60_000

/**
 * What is known about a part of the timeline without reading the disk. `chunks`: the chunks in memory. `kept`: the
 * parts that were written to the disk. A frame of `kept` that cannot be read counts as missing.
 */
export type KnownAudio = (part: FrameRange) => { chunks: readonly Chunk[]; kept: readonly FrameRange[] }

/**
 * Builds one file of at most `longestMs` from the kept audio, starting at `fromFrame`, and lists the parts that cannot
 * be read back. Returns null when nothing is kept from `fromFrame` on. Rejects with DiskAway.
 */
async function fileFrom(
  fromFrame: number,
  channels: 1 | 2,
  readRange: DiskReader,
  knownAudio: KnownAudio,
  longestMs: number,
): Promise<{ file: AudioFile; missing: readonly FrameRange[] } | null> {
  const fileFrames = (longestMs / 1000) * wireFormat.sampleRate
  const most = Math.ceil(fileFrames / chunkFrames) + 2
  const window = { fromFrame, endFrame: fromFrame + fileFrames }
  const { chunks: diskChunks, unreadable } = await readRange(window, most)
  const { chunks: inMemory, kept: keptParts } = knownAudio(window)
  const spanOf = ({ atFrame, pcm }: Chunk): FrameRange => ({
    fromFrame: atFrame,
    endFrame: atFrame + pcm.length / channels,
  })
  const chunks = [...inMemory, ...diskChunks]
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
  const missingParts = createMissing([...keptParts, ...unreadable])
  for (const chunk of chunks) missingParts.remove(spanOf(chunk))
  missingParts.remove({ fromFrame: 0, endFrame: fromFrame })
  missingParts.remove({ fromFrame: endFrame, endFrame: Number.POSITIVE_INFINITY })
  return { file: { fromFrame, channels, pcm }, missing: missingParts.parts }
}

/**
 * Sends files of at most `longestMs`, starting at the server's position, while `more` returns true. Rejects with the
 * error of `send`, with UploadRefused when the server's position does not advance, and with DiskAway.
 */
export async function sendBacklog(options: {
  channels: 1 | 2
  read: DiskReader
  known: KnownAudio
  longestMs: number
  from: () => number
  more: () => boolean
  send: (file: AudioFile, missing: readonly FrameRange[]) => Promise<void>
}): Promise<void> {
  while (options.more()) {
    const from = options.from()
    const nextFile = await fileFrom(from, options.channels, options.read, options.known, options.longestMs)
    if (nextFile === null) return
    await options.send(nextFile.file, nextFile.missing)
    // If the server's position does not advance, the loop would send the same file forever. This happens if a single
    // word lasts longer than the file. After this error, the caller sends the audio over the socket, in one continuous
    // stream.
    if (options.from() <= from)
      throw new UploadRefused(
        'The server received a part of the recording, but did not turn this part into text. Try again, or tell the administrator of the server.',
      )
  }
}
