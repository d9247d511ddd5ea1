import { byteReader } from './byte-reader.ts'
import { createMixer } from './channels.ts'
import { UnreadableFile } from './refused.ts'
import { createResampler } from './resample.ts'

const targetHz = 16_000
const damaged = 'This WAV file is damaged. Save the recording again and send the new file.'
const extensibleFormat = 0xfffe
const formatChunkMax = 4096
/** A length in the header that is given elsewhere (RF64), or that the recorder did not know. */
const unknownLength = 0xffff_ffff

type SampleKind = 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64' | 'mu-law' | 'a-law'
const kindOfSample = new Map<string, SampleKind>([
  ['1/8', 'u8'],
  ['1/16', 's16'],
  ['1/24', 's24'],
  ['1/32', 's32'],
  ['3/32', 'f32'],
  ['3/64', 'f64'],
  ['6/8', 'a-law'],
  ['7/8', 'mu-law'],
])
const samples: Record<SampleKind, { bytes: number; read(bytes: Buffer, at: number): number }> = {
  u8: { bytes: 1, read: (bytes, at) => (bytes.readUInt8(at) - 128) / 128 },
  s16: { bytes: 2, read: (bytes, at) => bytes.readInt16LE(at) / 2 ** 15 },
  s24: { bytes: 3, read: (bytes, at) => bytes.readIntLE(at, 3) / 2 ** 23 },
  s32: { bytes: 4, read: (bytes, at) => bytes.readInt32LE(at) / 2 ** 31 },
  f32: { bytes: 4, read: (bytes, at) => bytes.readFloatLE(at) },
  f64: { bytes: 8, read: (bytes, at) => bytes.readDoubleLE(at) },
  'mu-law': { bytes: 1, read: (bytes, at) => muLaw(bytes.readUInt8(at)) / 2 ** 15 },
  'a-law': { bytes: 1, read: (bytes, at) => aLaw(bytes.readUInt8(at)) / 2 ** 15 },
}

/** A sample of ITU-T G.711, mu-law, as 16 bits. */
function muLaw(byte: number): number {
  const code = ~byte & 0xff
  const size = ((((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4)) - 0x84
  return (code & 0x80) === 0 ? size : -size
}

function aLaw(byte: number): number {
  const code = byte ^ 0x55
  const segment = (code & 0x70) >> 4
  const step = ((code & 0x0f) << 4) + (segment === 0 ? 0x08 : 0x108)
  const size = segment === 0 ? step : step << (segment - 1)
  return (code & 0x80) === 0 ? -size : size
}

interface Format {
  channels: number
  rateHz: number
  kind: SampleKind
}

export interface Sound {
  /** Length in 16 kHz frames; null if the file does not declare it. */
  frames: number | null
  /** Mono 16-bit PCM at 16 kHz. Channels are merged, because a file does not declare who speaks on which channel. */
  pcm: AsyncIterable<Uint8Array>
}

/** Thrown for a WAV file whose samples only ffmpeg can read. */
export class EncodedWav extends UnreadableFile {
  override name = 'EncodedWav'
  constructor() {
    super('This WAV file is compressed. Save the recording as an uncompressed WAV file (PCM) and send it again.')
  }
}

/** Reads a WAV file as it arrives. Throws `UnreadableFile` if it is damaged, `EncodedWav` if it is compressed. */
export async function openWav(bytes: AsyncIterable<Uint8Array>): Promise<Sound> {
  const reader = byteReader(bytes)
  const head = await reader.take(12)
  if (head === null || head.toString('latin1', 8, 12) !== 'WAVE') throw new UnreadableFile(damaged)
  let format: Format | null = null
  let largeLength: number | null = null
  /** A byte of the next chunk that was read in place of padding. */
  let early = Buffer.alloc(0)
  for (;;) {
    const rest = await reader.take(8 - early.length)
    if (rest === null) throw new UnreadableFile(damaged)
    const chunk = Buffer.concat([early, rest])
    early = Buffer.alloc(0)
    const name = chunk.toString('latin1', 0, 4)
    const length = chunk.readUInt32LE(4)
    if (name === 'data') {
      if (format === null) throw new UnreadableFile(damaged)
      return soundOf(reader.rest(), format, length === unknownLength ? (largeLength ?? length) : length)
    }
    if (name === 'fmt ' || name === 'ds64') {
      const body = length > formatChunkMax ? null : await reader.take(length)
      if (body === null) throw new UnreadableFile(damaged)
      if (name === 'fmt ') format = readFormat(body)
      else if (body.length >= 16) largeLength = Number(body.readBigUInt64LE(8))
    } else await reader.skip(length)
    if (length % 2 === 1) {
      // Some recorders leave out the padding after a chunk of odd length.
      const padding = await reader.take(1)
      if (padding !== null && /[a-z]/i.test(padding.toString('latin1'))) early = Buffer.from(padding)
    }
  }
}

function readFormat(body: Buffer): Format {
  if (body.length < 16) throw new UnreadableFile(damaged)
  const tag = body.readUInt16LE(0)
  const coding = tag === extensibleFormat && body.length >= 26 ? body.readUInt16LE(24) : tag
  const channels = body.readUInt16LE(2)
  const rateHz = body.readUInt32LE(4)
  const kind = kindOfSample.get(`${coding}/${body.readUInt16LE(14)}`)
  if (kind === undefined) throw new EncodedWav()
  if (channels < 1 || channels > 8 || rateHz < 4000 || rateHz > 192_000) throw new UnreadableFile(damaged)
  return { channels, rateHz, kind }
}

function soundOf(bytes: AsyncIterable<Uint8Array>, format: Format, length: number): Sound {
  const frameBytes = format.channels * samples[format.kind].bytes
  // A recorder that was interrupted leaves 0 or the maximum value as the length. The sound then extends to the end of
  // the file.
  const isKnown = length > 0 && length !== unknownLength
  const frames = isKnown ? Math.floor(((length / frameBytes) * targetHz) / format.rateHz) : null
  return { frames, pcm: convert(bytes, format, isKnown ? length : Number.POSITIVE_INFINITY) }
}

async function* convert(bytes: AsyncIterable<Uint8Array>, format: Format, length: number): AsyncGenerator<Uint8Array> {
  const frameBytes = format.channels * samples[format.kind].bytes
  const resampler = createResampler(format.rateHz, targetHz)
  const mix = createMixer(format.channels)
  let rest = Buffer.alloc(0)
  for await (const soundBytes of untilNextChunk(bytes, length)) {
    const buffer = Buffer.concat([rest, soundBytes])
    const wholeLength = buffer.length - (buffer.length % frameBytes)
    rest = buffer.subarray(wholeLength)
    if (wholeLength > 0) yield toPcm(resampler.push(mix(samplesOf(buffer.subarray(0, wholeLength), format.kind))))
  }
  yield toPcm(resampler.end())
}

const chunkName = /^[A-Za-z][\x20-\x7e]{3}$/

/**
 * Yields the bytes of the sound. If they go on after the declared length, because no other chunk begins there, the length
 * is wrong, and the sound extends to the end of the file.
 */
async function* untilNextChunk(bytes: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length
  let next = Buffer.alloc(0)
  for await (const part of bytes) {
    if (left >= part.length) {
      left -= part.length
      yield part
      continue
    }
    if (left > 0) yield part.subarray(0, left)
    next = Buffer.concat([next, part.subarray(left)])
    left = 0
    if (next.length < 6) continue
    const names = [next.toString('latin1', 0, 4), next.toString('latin1', 1, 5)]
    if (names.some((name) => chunkName.test(name))) return
    left = Number.POSITIVE_INFINITY
    yield next
  }
}

/** Some programs write samples of 32 bits as floats without scaling them. Larger numbers are no samples. */
const loudestFloat = 2 ** 31
const faultShare = 0.05

function samplesOf(bytes: Buffer, kind: SampleKind): Float32Array {
  const { bytes: sampleBytes, read: readSample } = samples[kind]
  const values = new Float32Array(bytes.length / sampleBytes)
  let faults = 0
  for (let at = 0; at < values.length; at++) {
    const value = readSample(bytes, at * sampleBytes)
    if (Math.abs(value) <= loudestFloat) values[at] = value
    else faults++
  }
  if (faults > 10 + values.length * faultShare) throw new UnreadableFile(damaged)
  return values
}

export function toPcm(values: Float32Array): Uint8Array {
  const pcm = new Int16Array(values.length)
  for (const [at, value] of values.entries()) pcm[at] = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)))
  return new Uint8Array(pcm.buffer)
}
