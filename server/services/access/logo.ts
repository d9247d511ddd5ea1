import type { logoTypes } from '../../../lib/contracts/index.ts'
import { Problem } from '../../problem.ts'

type LogoType = (typeof logoTypes)[number]

/**
 * Maximum length of a side of a logo, in pixels. A small file can describe a picture that fills the memory of a
 * browser.
 */
const sideMax = 4_096

interface Size {
  type: LogoType
  width: number
  height: number
}

/** Detects the type of a picture from its bytes. Throws `unsupported_type`, and `too_large` if a side is too long. */
export function pictureType(bytes: Buffer): LogoType {
  const size = png(bytes) ?? jpeg(bytes) ?? webp(bytes)
  if (size === null || size.width === 0 || size.height === 0)
    throw new Problem('unsupported_type', 'Send a logo as PNG, JPEG or WebP.')
  if (size.width > sideMax || size.height > sideMax)
    throw new Problem('too_large', `The logo is too large. A logo can have at most ${sideMax} pixels on each side.`)
  return size.type
}

function png(bytes: Buffer): Size | null {
  const isPng = bytes.length > 32 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n'
  if (!isPng || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function webp(bytes: Buffer): Size | null {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  if (!isWebp || bytes.length < 30) return null
  const type = 'image/webp' as const
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    default:
      return null
  }
}
