import { isHeic } from './file-kind.ts'
import { jpegSegments, tiffTags } from './picture-parts.ts'

/** Returns the size in pixels that the header of a picture declares. Null if the header is damaged. */
export function pictureSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 32) return null
  if (bytes[0] === 0x89) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes[0] === 0xff) return jpegSize(bytes)
  if (bytes[0] === 0x52) return webpSize(bytes)
  return isHeic(bytes) ? heicSize(bytes) : tiffSize(bytes)
}

/** The size of the largest picture: of a photo that consists of tiles, it is the whole photo. */
function heicSize(bytes: Buffer) {
  let size = { width: 0, height: 0 }
  for (let at = bytes.indexOf('ispe'); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4)) {
    const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
    if (width * height > size.width * size.height) size = { width, height }
  }
  return size
}

function jpegSize(bytes: Buffer) {
  for (const { marker, at } of jpegSegments(bytes)) {
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return null
}

function webpSize(bytes: Buffer) {
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8L') {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

const widthTag = 256
const heightTag = 257

function tiffSize(bytes: Buffer) {
  const tags = tiffTags(bytes)
  const width = tags?.get(widthTag)
  const height = tags?.get(heightTag)
  return width === undefined || height === undefined ? null : { width, height }
}
