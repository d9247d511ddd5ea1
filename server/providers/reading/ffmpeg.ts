import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createMixer } from './channels.ts'
import { UnreadableFile } from './refused.ts'
import { type Sound, toPcm } from './wav.ts'

/**
 * Sound that ffmpeg decodes, each with the only ffmpeg demuxer that may open it. If ffmpeg chose the demuxer, a playlist
 * with a false extension could make it open other files.
 */
const readers = {
  mp3: 'mp3',
  m4a: 'mov',
  ogg: 'ogg',
  webm: 'matroska',
  flac: 'flac',
  aac: 'aac',
  wav: 'wav',
} as const
export type EncodedSound = keyof typeof readers

const frameRateHz = 16_000
/** A damaged file can make ffmpeg search in it for ever. Without sound for this time, it is ended. */
const searchMs = 20_000
const damaged = 'This sound file is damaged. Save the recording again and send the new file.'

export async function hasFfmpeg(): Promise<boolean> {
  const child = spawn('ffmpeg', ['-version'], { stdio: 'ignore' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

export interface DecodedSound extends Sound {
  hasFaults(): boolean
}

/**
 * Decodes a sound file at a URL that supports seeking to mono 16-bit PCM at 16 kHz, no faster than the consumer reads.
 * Writes nothing to the disk. The returned `pcm` must be read, and throws `UnreadableFile` if the file is damaged.
 */
export async function decodeSound(url: string, kind: EncodedSound, signal: AbortSignal): Promise<DecodedSound> {
  const input = ['-protocol_whitelist', 'http,tcp', '-f', readers[kind], '-i', url]
  // Two channels: `createMixer` merges them, because ffmpeg would sum channels in opposite phase to silence.
  const output = ['-vn', '-f', 's16le', '-ac', '2', '-ar', String(frameRateHz), 'pipe:1']
  const child = spawn('ffmpeg', ['-hide_banner', '-nostats', '-v', 'level+info', ...input, ...output], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  // If `signal` aborts, `child` emits 'error' and then 'close'. Without this handler, the event 'error' would end the
  // server.
  child.on('error', () => {})
  const exit = once(child, 'close') as Promise<[number | null]>
  exit.catch(() => {})
  const lines = createInterface({ input: child.stderr })
  const log = readLog(lines)
  const startSearch = () => setTimeout(() => child.kill('SIGKILL'), searchMs)
  let search = startSearch()
  await Promise.race([log.header, exit.catch(() => {})])
  clearTimeout(search)

  async function* pcm(): AsyncGenerator<Uint8Array> {
    const mix = createMixer(2)
    let rest = Buffer.alloc(0)
    try {
      search = startSearch()
      for await (const part of child.stdout as AsyncIterable<Buffer>) {
        clearTimeout(search)
        const buffer = Buffer.concat([rest, part])
        const wholeLength = buffer.length - (buffer.length % 4)
        rest = buffer.subarray(wholeLength)
        const values = new Float32Array(wholeLength / 2)
        for (let at = 0; at < values.length; at++) values[at] = buffer.readInt16LE(at * 2) / 2 ** 15
        yield toPcm(mix(values))
        search = startSearch()
      }
      const [code] = await exit
      signal.throwIfAborted()
      if (code !== 0) throw new UnreadableFile(damaged)
    } finally {
      clearTimeout(search)
      child.kill('SIGKILL')
      lines.close()
    }
  }
  return { frames: log.declared(), pcm: pcm(), hasFaults: log.hasFaults }
}

/**
 * Reads the log of ffmpeg: the length that the file declares, and whether there are errors. The log names titles of the
 * file, so nothing else of it is used.
 */
function readLog(lines: ReturnType<typeof createInterface>) {
  const header = Promise.withResolvers<void>()
  let seconds: number | null = null
  let isEstimated = false
  let hasErrors = false
  lines.on('line', (line) => {
    if (line.includes('[error]')) hasErrors = true
    // The length of a film is not the length of its sound. A cover picture has no length.
    if (line.includes('Estimating duration') || (line.includes('Video:') && !line.includes('(attached pic)')))
      isEstimated = true
    const [, hours, minutes, rest] = /Duration: (\d+):(\d+):(\d+\.\d+)/.exec(line) ?? []
    if (hours !== undefined) seconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(rest)
    if (line.includes('Output #0')) header.resolve()
  })
  lines.once('close', () => header.resolve())
  return {
    header: header.promise,
    declared: () => (isEstimated || seconds === null ? null : Math.round(seconds * frameRateHz)),
    hasFaults: () => hasErrors,
  }
}
