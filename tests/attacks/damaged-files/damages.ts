import { createCipheriv } from 'node:crypto'
import type { Random } from '../../generation/lies/random.ts'
import { encryptPdf } from './encrypted-pdf.ts'
import type { Original } from './originals.ts'

export const damages = [
  'cut',
  'empty',
  'wrong type',
  'wrong encoding',
  'rotated',
  'encrypted',
  'declared length wrong',
] as const
export type Damage = (typeof damages)[number]

const headBytes = 64
const magics = [
  'PK\x03\x04',
  '%PDF-1.4\n',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'RIFF\0\0\x01\0WAVEfmt ',
  'ID3\x04\0\0\0\0\0\0',
  'OggS',
  'fLaC',
  'GIF89a',
  '{\\rtf1',
]

const withHead = (bytes: Buffer, head: string) => {
  const result = Buffer.from(bytes)
  result.write(head, 'latin1')
  return result
}

function ciphertext(bytes: Buffer, from: number): Buffer {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, 3), Buffer.alloc(16, 5))
  return Buffer.concat([bytes.subarray(0, from), cipher.update(bytes.subarray(from))])
}

/** Replaces a part of a file with a binary text, by characters of Latin-1. */
const replaced = (bytes: Buffer, pattern: RegExp, by: (...parts: string[]) => string) =>
  Buffer.from(bytes.toString('latin1').replace(pattern, by), 'latin1')

/** Multiplies a little- or big-endian number of a file. */
function scaled(bytes: Buffer, at: number, factor: number, size: 'LE' | 'BE' = 'LE'): Buffer {
  const result = Buffer.from(bytes)
  const value = Math.min(
    0xffff_fffe,
    Math.round((size === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) * factor),
  )
  if (size === 'LE') result.writeUInt32LE(value, at)
  else result.writeUInt32BE(value, at)
  return result
}

/**
 * Damages a file. `turned` makes the same file with its picture turned. Undefined: this kind of file has no such damage,
 * so it is sent whole.
 */
export async function damageFile(
  damage: Damage,
  { bytes, of }: Original,
  random: Random,
  turned: (degrees: number) => Promise<Buffer>,
): Promise<Buffer | undefined> {
  switch (damage) {
    case 'cut': {
      const length = Math.floor(bytes.length * (0.25 + random.next() * 0.7))
      return of === 'text' ? cutText(bytes, random) : bytes.subarray(0, length)
    }
    case 'empty':
      // The beginning of a text is a text.
      return random.chance(0.5) || of === 'text' ? Buffer.alloc(0) : bytes.subarray(0, 16 + random.below(headBytes))
    case 'wrong type':
      return withHead(bytes, random.pick(magics) ?? '')
    case 'wrong encoding':
      return inWrongEncoding(bytes, of, random)
    case 'rotated':
      return rotated(bytes, of, random, turned)
    case 'encrypted':
      if (of === 'pdf') return encryptPdf(bytes, random.chance(0.5) ? 'secret' : '')
      // An encrypted Word document is a compound file, as an old one is.
      if (of === 'docx') return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), ciphertext(bytes, 0)])
      return ciphertext(bytes, of === 'text' ? 0 : headBytes)
    case 'declared length wrong':
      return withWrongLength(bytes, of, random)
  }
}

/** Cuts a text in the second half. A text that ends after a sentence does not show that it was cut. */
function cutText(bytes: Buffer, random: Random): Buffer {
  const least = Math.floor(bytes.length * 0.6)
  for (let length = least + random.below(bytes.length - least - 2); ; length--) {
    const cut = bytes.subarray(0, length)
    if (!/[.}\s\d]\0?$/.test(cut.toString('latin1'))) return cut
  }
}

function inWrongEncoding(bytes: Buffer, of: Original['of'], random: Random): Buffer | undefined {
  switch (of) {
    case 'text': {
      const words = bytes[0] === 0xff ? bytes.subarray(2).toString('utf16le') : bytes.toString('latin1')
      if (random.chance(0.5)) return Buffer.from(words, 'utf16le').swap16()
      // EBCDIC has other codes for every letter and digit.
      return Buffer.from([...words].map((letter) => ebcdicOf(letter)))
    }
    case 'docx':
      return undefined
    case 'pdf':
      // The font draws other letters than the codes say.
      return replaced(
        bytes,
        /\/BaseFont\/Helvetica>>/,
        () => '/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[48/g1/g2/g3/g4/g5/g6/g7/g8/g9/g10]>>>>',
      )
    case 'picture':
      return ciphertext(bytes, Math.floor(bytes.length * 0.6))
    case 'wav': {
      const result = Buffer.from(bytes)
      result.writeUInt16LE(random.pick([1, 3, 6, 7, 85]) ?? 1, 20)
      return result
    }
    case 'encoded-sound': {
      const from = Math.floor(bytes.length * (0.3 + random.next() * 0.4))
      return Buffer.concat([bytes.subarray(0, from), Buffer.alloc(bytes.length - from, 0x55)])
    }
  }
}

const ebcdicDigits = 0xf0
function ebcdicOf(letter: string): number {
  if (letter >= '0' && letter <= '9') return ebcdicDigits + Number(letter)
  if (letter === '\n') return 0x25
  if (letter === ' ') return 0x40
  const place = letter.toLowerCase().charCodeAt(0) - 97
  if (place < 0 || place > 25) return 0x4b
  const row = place < 9 ? 0x81 + place : place < 18 ? 0x91 + place - 9 : 0xa2 + place - 18
  return letter === letter.toLowerCase() ? row : row + 0x40
}

async function rotated(
  bytes: Buffer,
  of: Original['of'],
  random: Random,
  turned: (degrees: number) => Promise<Buffer>,
): Promise<Buffer | undefined> {
  const degrees = 90 * (1 + random.below(3))
  switch (of) {
    case 'picture':
      return turned(degrees)
    case 'pdf':
      return random.chance(0.5) && bytes.includes('/DCTDecode')
        ? turned(degrees)
        : replaced(bytes, /\/MediaBox/, () => `/Rotate ${degrees}/MediaBox`)
    case 'wav': {
      // The second channel is turned over.
      if (bytes.readUInt16LE(22) !== 2) return undefined
      const result = Buffer.from(bytes)
      for (let at = 46; at + 1 < result.length; at += 4) result.writeInt16LE(-result.readInt16LE(at), at)
      return result
    }
    default:
      return undefined
  }
}

function withWrongLength(bytes: Buffer, of: Original['of'], random: Random): Buffer | undefined {
  const factor = random.chance(0.5) ? 0.3 + random.next() * 0.4 : 1.5 + random.next()
  const latin = bytes.toString('latin1')
  switch (of) {
    case 'text':
      return undefined
    case 'docx':
      return scaled(bytes, latin.lastIndexOf('PK\x01\x02') + 24, factor)
    case 'pdf':
      return replaced(bytes, /\/Length (\d+)/, (_, length) => `/Length ${Math.round(Number(length) * factor)}`)
    case 'picture':
      if (latin.startsWith('\x89PNG')) return scaled(bytes, 20, factor, 'BE')
      if (latin.startsWith('RIFF')) return scaled(bytes, 4, factor)
      if (bytes[0] === 0xff) {
        const at = latin.search(/\xff[\xc0-\xc2]\0/) + 5
        const result = Buffer.from(bytes)
        // With a smaller height, a decoder leaves out the rest without a word.
        result.writeUInt16BE(Math.round(bytes.readUInt16BE(at) * Math.max(1, factor)), at)
        return result
      }
      if (latin.startsWith('ftyp', 4)) return scaled(bytes, latin.indexOf('ispe') + 12, factor, 'BE')
      return scaled(bytes, 4, factor)
    case 'wav':
      return scaled(bytes, 40, factor)
    case 'encoded-sound': {
      const xing = Math.max(latin.indexOf('Xing'), latin.indexOf('Info'))
      if (xing > 0 && xing < 1000) return scaled(bytes, xing + 8, factor, 'BE')
      const header = latin.indexOf('mdhd')
      if (header > 0) return scaled(bytes, header + 20, factor, 'BE')
      if (latin.startsWith('fLaC')) return scaled(bytes, 22, factor, 'BE')
      return undefined
    }
  }
}
