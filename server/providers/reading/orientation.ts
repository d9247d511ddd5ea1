import { crc32 } from 'node:zlib'
import { jpegSegments, tiffTags } from './picture-parts.ts'

const orientationTag = 0x0112

/**
 * Returns a JPEG or PNG in which tesseract.js recognizes the orientation. It looks only for big-endian EXIF data in the
 * first 500 bytes, but most phones write little-endian data, and other data may come first.
 */
export function withPlainOrientation(picture: Buffer): Buffer {
  const isJpeg = picture[0] === 0xff && picture[1] === 0xd8
  const orientation = isJpeg ? orientationOfJpeg(picture) : orientationOfPng(picture)
  if (orientation === 1) return picture
  const tags = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tags.writeUInt16BE(orientation, 18)
  if (isJpeg) {
    const head = Buffer.from([0xff, 0xe1, 0, 2 + 6 + tags.length])
    return Buffer.concat([picture.subarray(0, 2), head, Buffer.from('Exif\0\0', 'latin1'), tags, picture.subarray(2)])
  }
  // A chunk of PNG: its length, its name and content, and their sum. It follows the header, which has 33 bytes.
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), tags])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(tags.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([picture.subarray(0, 33), length, body, sum, picture.subarray(33)])
}

function orientationOfJpeg(picture: Buffer): number {
  for (const { marker, at } of jpegSegments(picture)) {
    if (marker === 0xda) break
    if (marker === 0xe1 && picture.toString('latin1', at + 4, at + 10) === 'Exif\0\0')
      return orientationOfTags(picture.subarray(at + 10, at + 2 + picture.readUInt16BE(at + 2)))
  }
  return 1
}

function orientationOfPng(picture: Buffer): number {
  if (picture[0] !== 0x89) return 1
  for (let at = 8; at + 12 <= picture.length; at += 12 + picture.readUInt32BE(at))
    if (picture.toString('latin1', at + 4, at + 8) === 'eXIf')
      return orientationOfTags(picture.subarray(at + 8, at + 8 + picture.readUInt32BE(at)))
  return 1
}

/** Reads the orientation, 1 to 8, from EXIF data. 1 if it is missing or damaged. */
function orientationOfTags(exif: Buffer): number {
  const orientation = tiffTags(exif)?.get(orientationTag) ?? 1
  return orientation >= 1 && orientation <= 8 ? orientation : 1
}
