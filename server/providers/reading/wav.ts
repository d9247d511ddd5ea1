import { byteReader } from './byte-reader.ts'
import { UnreadableFile } from './refused.ts'
import { createResampler } from './resample.ts'

const targetHz = 16_000
const damaged = 'This WAV file is damaged. Save the recording again and send the new file.'
const pcmFormat = 1
const floatFormat = 3
const extensibleFormat = 0xfffe
const formatChunkMax = 4096

interface Format {
  channels: number
  rateHz: number
  bytesPerSample: number
  isFloat: boolean
}

/** The sound of a file, in the format that speech engines take. */
export interface Sound {
  /** Length in 16 kHz frames; null if the file does not declare it. */
  frames: number | null
  /** Mono 16-bit PCM at 16 kHz. Channels are merged, because a file does not declare who speaks on which channel. */
  pcm: AsyncIterable<Uint8Array>
}

/** Reads a WAV file as it arrives. Throws `UnreadableFile` if it is damaged or compressed. */
export async function openWav(bytes: AsyncIterable<Uint8Array>): Promise<Sound> {
  const reader = byteReader(bytes)
  const head = await reader.take(12)
  if (head === null || head.toString('latin1', 8, 12) !== 'WAVE') throw new UnreadableFile(damaged)
  let format: Format | null = null
  for (;;) {
    const chunk = await reader.take(8)
    if (chunk === null) throw new UnreadableFile(damaged)
    const name = chunk.toString('latin1', 0, 4)
    const length = chunk.readUInt32LE(4)
    if (name === 'data') {
      if (format === null) throw new UnreadableFile(damaged)
      return soundOf(reader.rest(), format, length)
    }
    if (name === 'fmt ') {
      const body = length > formatChunkMax ? null : await reader.take(length)
      if (body === null) throw new UnreadableFile(damaged)
      format = readFormat(body)
    } else await reader.skip(length)
    if (length % 2 === 1) await reader.skip(1)
  }
}

function readFormat(body: Buffer): Format {
  if (body.length < 16) throw new UnreadableFile(damaged)
  const tag = body.readUInt16LE(0)
  const kind = tag === extensibleFormat && body.length >= 26 ? body.readUInt16LE(24) : tag
  const channels = body.readUInt16LE(2)
  const rateHz = body.readUInt32LE(4)
  const bits = body.readUInt16LE(14)
  const isFloat = kind === floatFormat && bits === 32
  const isPcm = kind === pcmFormat && [8, 16, 24, 32].includes(bits)
  if (!isFloat && !isPcm)
    throw new UnreadableFile(
      'This WAV file is compressed. Save the recording as an uncompressed WAV file (PCM) and send it again.',
    )
  if (channels < 1 || channels > 8 || rateHz < 4000 || rateHz > 192_000) throw new UnreadableFile(damaged)
  return { channels, rateHz, bytesPerSample: bits / 8, isFloat }
}

function soundOf(bytes: AsyncIterable<Uint8Array>, format: Format, length: number): Sound {
  const frameBytes = format.channels * format.bytesPerSample
  // A recorder that was interrupted leaves 0 or the maximum value as the length. The sound then extends to the end of
  // the file.
  const isKnown = length > 0 && length < 0xffff_ffff
  const frames = isKnown ? Math.floor(((length / frameBytes) * targetHz) / format.rateHz) : null
  return { frames, pcm: convert(bytes, format, isKnown ? length : Number.POSITIVE_INFINITY) }
}

async function* convert(bytes: AsyncIterable<Uint8Array>, format: Format, length: number): AsyncGenerator<Uint8Array> {
  const frameBytes = format.channels * format.bytesPerSample
  const resampler = createResampler(format.rateHz, targetHz)
  let left = length
  let rest = Buffer.alloc(0)
  for await (const part of bytes) {
    const wanted = part.subarray(0, Math.min(part.length, left))
    left -= wanted.length
    const joined = Buffer.concat([rest, wanted])
    const whole = joined.length - (joined.length % frameBytes)
    rest = joined.subarray(whole)
    if (whole > 0) yield toPcm(resampler.push(merge(joined.subarray(0, whole), format)))
    if (left === 0) break
  }
  yield toPcm(resampler.end())
}

function merge(bytes: Buffer, { channels, bytesPerSample, isFloat }: Format): Float32Array {
  const mono = new Float32Array(bytes.length / (channels * bytesPerSample))
  const scale = 2 ** (bytesPerSample * 8 - 1)
  let at = 0
  for (let frame = 0; frame < mono.length; frame++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++, at += bytesPerSample) {
      if (isFloat) sum += bytes.readFloatLE(at)
      else if (bytesPerSample === 1) sum += ((bytes[at] ?? 128) - 128) / scale
      else sum += bytes.readIntLE(at, bytesPerSample) / scale
    }
    mono[frame] = sum / channels
  }
  return mono
}

function toPcm(samples: Float32Array): Uint8Array {
  const pcm = new Int16Array(samples.length)
  for (const [at, sample] of samples.entries())
    pcm[at] = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)))
  return new Uint8Array(pcm.buffer)
}
