export function pictureSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 32) return null
  if (bytes[0] === 0x89) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes[0] === 0xff) return jpegSize(bytes)
  if (bytes[0] === 0x52) return webpSize(bytes)
  return tiffSize(bytes)
}

function jpegSize(bytes: Buffer) {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
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
const shortType = 3

function tiffSize(bytes: Buffer) {
  const little = bytes[0] === 0x49
  const short = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const readLong = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const directory = readLong(4)
  if (directory + 2 > bytes.length) return null
  const entries = new Map<number, number>()
  for (let index = 0; index < short(directory); index++) {
    const at = directory + 2 + index * 12
    if (at + 12 > bytes.length) return null
    entries.set(short(at), short(at + 2) === shortType ? short(at + 8) : readLong(at + 8))
  }
  const width = entries.get(widthTag)
  const height = entries.get(heightTag)
  return width === undefined || height === undefined ? null : { width, height }
}
