const shortType = 3

/** Goes through the segments of a JPEG. `at` is the index of the marker in the file. */
export function* jpegSegments(bytes: Buffer): Generator<{ marker: number; at: number }> {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    yield { marker, at }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
}

function tiffNumbers(bytes: Buffer) {
  const isLittle = bytes[0] === 0x49
  return {
    readShort: (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    readLong: (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  }
}

/**
 * Reads the numbers of a directory of a TIFF file or of EXIF data, by tag. Null if the directory is damaged. `place`: where
 * the directory begins. Absent: the first one.
 */
export function tiffTags(bytes: Buffer, place?: number): ReadonlyMap<number, number> | null {
  if (bytes.length < 10) return null
  const { readShort, readLong } = tiffNumbers(bytes)
  const directory = place ?? readLong(4)
  if (directory + 2 > bytes.length) return null
  const tags = new Map<number, number>()
  for (let index = 0; index < readShort(directory); index++) {
    const at = directory + 2 + index * 12
    if (at + 12 > bytes.length) return null
    tags.set(readShort(at), readShort(at + 2) === shortType ? readShort(at + 8) : readLong(at + 8))
  }
  return tags
}

const newSubfileTypeTag = 254
const reducedBit = 1

/**
 * Returns each page of a TIFF file as a file of its own: the same bytes with another first directory. Pages that are small
 * copies of others are left out. Null if a directory is damaged, or if there are more than `most` pages.
 */
export function tiffPages(bytes: Buffer, most: number): (() => Buffer)[] | null {
  const { readShort, readLong } = tiffNumbers(bytes)
  const directories = new Set<number>()
  for (let at = readLong(4); at !== 0; ) {
    if (directories.has(at) || directories.size === most || at + 2 > bytes.length) return null
    directories.add(at)
    const next = at + 2 + 12 * readShort(at)
    if (next + 4 > bytes.length) return null
    at = readLong(next)
  }
  const isReduced = (directory: number) =>
    ((tiffTags(bytes, directory)?.get(newSubfileTypeTag) ?? 0) & reducedBit) !== 0
  const pages = directories.size === 1 ? [...directories] : [...directories].filter((one) => !isReduced(one))
  return pages.map((directory) => () => {
    const page = Buffer.from(bytes)
    if (page[0] === 0x49) page.writeUInt32LE(directory, 4)
    else page.writeUInt32BE(directory, 4)
    return page
  })
}
