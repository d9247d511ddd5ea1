const shortType = 3

/** Goes through the segments of a JPEG. `at` is the index of the marker in the file. */
export function* jpegSegments(bytes: Buffer): Generator<{ marker: number; at: number }> {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    yield { marker, at }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
}

/** Reads the numbers of the first directory of a TIFF file or of EXIF data, by tag. Null if the directory is damaged. */
export function tiffTags(bytes: Buffer): ReadonlyMap<number, number> | null {
  if (bytes.length < 10) return null
  const isLittle = bytes[0] === 0x49
  const readShort = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const readLong = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const directory = readLong(4)
  if (directory + 2 > bytes.length) return null
  const tags = new Map<number, number>()
  for (let index = 0; index < readShort(directory); index++) {
    const at = directory + 2 + index * 12
    if (at + 12 > bytes.length) return null
    tags.set(readShort(at), readShort(at + 2) === shortType ? readShort(at + 8) : readLong(at + 8))
  }
  return tags
}
