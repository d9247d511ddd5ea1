import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { UnreadableFile } from './refused.ts'

/** Compressed sound, and the one reader of ffmpeg that may open it: a playlist in disguise opens nothing else. */
const readers = { mp3: 'mp3', m4a: 'mov', ogg: 'ogg' } as const
export type CompressedSound = keyof typeof readers

/** Whether ffmpeg is installed. */
export async function hasFfmpeg(): Promise<boolean> {
  const child = spawn('ffmpeg', ['-version'], { stdio: 'ignore' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** A compressed sound file as mono 16-bit PCM at 16 kHz, decoded no faster than it is read. Throws `UnreadableFile`. */
export async function* decodeSound(
  path: string,
  kind: CompressedSound,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const input = ['-protocol_whitelist', 'file', '-f', readers[kind], '-i', `file:${path}`]
  const output = ['-vn', '-f', 's16le', '-ac', '1', '-ar', '16000', 'pipe:1']
  const child = spawn('ffmpeg', ['-nostdin', '-v', 'quiet', ...input, ...output], {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
  })
  // An aborted signal is told as an error too; the exit follows.
  child.on('error', () => {})
  const ended = once(child, 'close') as Promise<[number | null]>
  ended.catch(() => {})
  try {
    yield* child.stdout as AsyncIterable<Uint8Array>
    const [code] = await ended
    signal.throwIfAborted()
    if (code !== 0) throw new UnreadableFile('This sound file is damaged. Save the recording again and send it anew.')
  } finally {
    child.kill('SIGKILL')
  }
}
