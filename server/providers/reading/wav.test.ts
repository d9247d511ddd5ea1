import { describe, expect, test } from 'vitest'
import { EncodedWav, openWav } from './wav.ts'

interface Made {
  tag: number
  bits: number
  data: Buffer
  channels?: number
  rateHz?: number
  /** Chunks before the sound. */
  before?: Buffer
  /** The length that the header declares. Default: that of the data. */
  length?: number
  id?: string
}

function chunk(name: string, body: Buffer, length = body.length): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(length, 4)
  return Buffer.concat([head, body])
}

function made({ tag, bits, data, channels = 1, rateHz = 16_000, before, length, id = 'RIFF' }: Made): Buffer {
  const isExtensible = tag > 0xffff
  const format = Buffer.alloc(isExtensible ? 40 : 16)
  format.writeUInt16LE(isExtensible ? 0xfffe : tag, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rateHz, 4)
  format.writeUInt32LE((rateHz * channels * bits) / 8, 8)
  format.writeUInt16LE((channels * bits) / 8, 12)
  format.writeUInt16LE(bits, 14)
  if (isExtensible) format.writeUInt16LE(tag & 0xffff, 24)
  const body = Buffer.concat([before ?? Buffer.alloc(0), chunk('fmt ', format), chunk('data', data, length)])
  return Buffer.concat([Buffer.from(`${id}\0\0\0\0WAVE`, 'latin1'), body])
}

/** Opens a file that arrives in pieces of 1,000 bytes. */
async function read(file: Buffer) {
  async function* pieces() {
    for (let at = 0; at < file.length; at += 1000) yield file.subarray(at, at + 1000)
  }
  const sound = await openWav(pieces())
  const parts: Uint8Array[] = []
  for await (const part of sound.pcm) parts.push(part)
  const bytes = Buffer.concat(parts)
  return {
    frames: sound.frames,
    values: Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2)),
  }
}

const tone = Array.from({ length: 1600 }, (_, at) => Math.round(9000 * Math.sin(at / 7)))
const bytesOf = (size: number, write: (bytes: Buffer, value: number, at: number) => void) => {
  const bytes = Buffer.alloc(tone.length * size)
  for (const [at, value] of tone.entries()) write(bytes, value, at * size)
  return bytes
}
const s16 = bytesOf(2, (bytes, value, at) => bytes.writeInt16LE(value, at))
const extensible = 0x10000

describe('a WAV file', () => {
  test.each<[string, number, number, Buffer]>([
    ['16 bits', 1, 16, s16],
    ['24 bits', 1, 24, bytesOf(3, (bytes, value, at) => bytes.writeIntLE(value * 256, at, 3))],
    ['32 bits', 1, 32, bytesOf(4, (bytes, value, at) => bytes.writeInt32LE(value * 65_536, at))],
    ['floats', 3, 32, bytesOf(4, (bytes, value, at) => bytes.writeFloatLE(value / 32_768, at))],
    ['floats of 64 bits', 3, 64, bytesOf(8, (bytes, value, at) => bytes.writeDoubleLE(value / 32_768, at))],
    ['the extensible format', extensible + 1, 16, s16],
  ])('of %s keeps every sample', async (_, tag, bits, data) => {
    expect(await read(made({ tag, bits, data }))).toEqual({ frames: 1600, values: tone })
  })

  test('of mu-law and A-law has the values of ITU-T G.711', async () => {
    const muLaw = await read(made({ tag: 7, bits: 8, data: Buffer.from([0x00, 0x80, 0xff, 0x9f, 0x1f]) }))
    expect(muLaw.values).toEqual([-32_124, 32_124, 0, 8316, -8316])
    const aLaw = await read(made({ tag: 6, bits: 8, data: Buffer.from([0xd5, 0x55, 0xaa, 0x2a]) }))
    expect(aLaw.values).toEqual([8, -8, 32_256, -32_256])
  })

  test('is read past a chunk of odd length, with padding or without', async () => {
    const note = Buffer.from('Ward 7.')
    for (const padding of [Buffer.alloc(0), Buffer.alloc(1)])
      expect(
        (await read(made({ tag: 1, bits: 16, data: s16, before: Buffer.concat([chunk('bext', note), padding]) })))
          .values,
      ).toEqual(tone)
  })

  test('of more than 4 GB declares its length in a chunk of its own', async () => {
    const sizes = Buffer.alloc(28)
    sizes.writeBigUInt64LE(BigInt(s16.length * 3), 8)
    const file = made({ tag: 1, bits: 16, data: s16, before: chunk('ds64', sizes), length: 0xffff_ffff, id: 'RF64' })
    expect(await read(file)).toEqual({ frames: 4800, values: tone })
  })

  test('whose channels are in opposite phase is not silence, and a constant does not hide that', async () => {
    const data = Buffer.alloc(tone.length * 4)
    for (const [at, value] of tone.entries()) {
      data.writeInt16LE(value + 3000, at * 4)
      data.writeInt16LE(3000 - value, at * 4 + 2)
    }
    const { values } = await read(made({ tag: 1, bits: 16, data, channels: 2 }))
    expect(values.map(Math.abs)).toEqual(tone.map(Math.abs))
  })

  test('whose channels carry different voices is their mean', async () => {
    const data = Buffer.alloc(tone.length * 4)
    for (const [at, value] of tone.entries()) data.writeInt16LE(at < 800 ? value : 0, at * 4)
    for (const [at, value] of tone.entries()) data.writeInt16LE(at < 800 ? 0 : value, at * 4 + 2)
    const { values } = await read(made({ tag: 1, bits: 16, data, channels: 2 }))
    expect(values.map((value) => Math.abs(value) >> 3)).toEqual(
      tone.map((value) => Math.abs(Math.round(value / 2)) >> 3),
    )
  })

  test('that goes on after its declared length is read to its end, but not other chunks', async () => {
    const short = await read(made({ tag: 1, bits: 16, data: s16, length: 1000 }))
    expect(short.values).toEqual(tone)
    const note = Buffer.concat([made({ tag: 1, bits: 16, data: s16 }), chunk('LIST', Buffer.from('Ward 7.'))])
    expect((await read(note)).values).toEqual(tone)
  })

  test('whose floats are no samples is refused', async () => {
    const noise = Buffer.from(Array.from({ length: 8000 }, (_, at) => (at * at * 2_654_435_761) >>> 11))
    await expect(read(made({ tag: 3, bits: 32, data: noise }))).rejects.toThrow('damaged')
  })

  test('of another coding is left to ffmpeg', async () => {
    await expect(read(made({ tag: 2, bits: 4, data: s16 }))).rejects.toThrow(EncodedWav)
  })
})
