import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { UnreadableFile } from './refused.ts'

/**
 * Compressed audio formats, each with the only ffmpeg demuxer that may open it. If ffmpeg chose the demuxer, a playlist
 * with a false extension could make it open other files.
 */
const readers = { mp3: 'mp3', m4a: 'mov', ogg: 'ogg' } as const
export type CompressedSound = keyof typeof readers

/** Returns true if ffmpeg is installed. */
export async function hasFfmpeg(): Promise<boolean> {
  const child = spawn('ffmpeg', ['-version'], { stdio: 'ignore' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** Input for ffmpeg: a stream, or a URL that supports seeking. */
type SoundSource = { stream: AsyncIterable<Uint8Array> } | { url: string }

/**
 * Decodes a compressed audio file to mono 16-bit PCM at 16 kHz, no faster than the consumer reads. Writes nothing to
 * the disk. Throws `UnreadableFile`.
 */
export async function* decodeSound(
  source: SoundSource,
  kind: CompressedSound,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const [protocols, place] = 'url' in source ? ['http,tcp', source.url] : ['pipe', 'pipe:0']
  const input = ['-protocol_whitelist', protocols, '-f', readers[kind], '-i', place]
  const output = ['-vn', '-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1']
  const child = spawn('ffmpeg', ['-v', 'quiet', ...input, ...output], {
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
  })
  // If `signal` aborts, `child` emits 'error' and then 'close'. Without this handler, the event 'error' would end the
  // server.
  child.on('error', () => {})
  const ended = once(child, 'close') as Promise<[number | null]>
  ended.catch(() => {})
  let failure: unknown = null
  const given = pipeline('url' in source ? [] : source.stream, child.stdin).catch((error: unknown) => {
    // These errors mean that ffmpeg has closed its input, because it has enough data or because it has failed. The exit
    // code shows whether it has failed.
    const isItsEnd = error instanceof Error && 'code' in error && /^(EPIPE|ERR_STREAM_.*)$/.test(String(error.code))
    if (isItsEnd) return
    failure = error
    child.kill('SIGKILL')
  })
  try {
    yield* child.stdout as AsyncIterable<Uint8Array>
    const [code] = await ended
    await given
    signal.throwIfAborted()
    if (failure !== null) throw failure
    if (code !== 0)
      throw new UnreadableFile('This sound file is damaged. Save the recording again and send the new file.')
  } finally {
    child.kill('SIGKILL')
  }
}
