import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { UnreadableFile } from './refused.ts'

const entriesMax = 5_000
const entrySignature = Buffer.from('PK\x01\x02', 'latin1')
const damaged = 'This Word document is damaged. Save it again and send the new file.'
const tooManyEntries = `This Word document is too complex (more than ${entriesMax} parts). Copy its text into a new document and send the new file.`

export interface ZipPart {
  name: string
  content: Buffer
}

/**
 * Unpacks the parts for which `isWanted` is true. Throws `UnreadableFile` in these cases:
 * - the wanted parts have more than `unpackedMaxBytes` in total
 * - the directory of the ZIP file contradicts its parts; another reader could then see other parts than those checked
 *   here
 * - the file is damaged
 */
export async function unzip(
  bytes: Buffer,
  { isWanted, unpackedMaxBytes }: { isWanted: (name: string) => boolean; unpackedMaxBytes: number },
): Promise<ZipPart[]> {
  try {
    const zip = await fromBufferPromise(bytes, { autoClose: false, strictFileNames: true, validateEntrySizes: true })
    const entries = await directoryOf(zip, bytes)
    const wantedEntries = entries.filter(({ fileName }) => isWanted(fileName))
    if (wantedEntries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > unpackedMaxBytes) {
      const mebibytes = unpackedMaxBytes / 1024 / 1024
      const message = `The text of this Word document is larger than ${mebibytes} MB. Split the document and send the parts.`
      throw new UnreadableFile(message, { code: 'too_large' })
    }
    const parts: ZipPart[] = []
    for (const entry of wantedEntries) {
      // The stream yields at most the size that the directory of the ZIP file declares, and fails if the real size
      // differs.
      const content = await buffer(await zip.openReadStreamPromise(entry))
      if (crc32(content) !== entry.crc32) throw new UnreadableFile(damaged)
      parts.push({ name: entry.fileName, content })
    }
    return parts
  } catch (cause) {
    throw cause instanceof UnreadableFile ? cause : new UnreadableFile(damaged, { cause })
  }
}

/**
 * Returns the entries of the directory of a ZIP file. Throws `UnreadableFile` in these cases:
 * - an entry differs from the header before its content, overlaps another entry, or is encrypted
 * - two entries have the same name
 * - the directory has too many entries, or more entries than it declares
 */
async function directoryOf(zip: ZipFile, bytes: Buffer): Promise<Entry[]> {
  if (zip.entryCount > entriesMax) throw new UnreadableFile(tooManyEntries, { code: 'too_large' })
  const entries: Entry[] = []
  const names = new Set<string>()
  const ranges: { from: number; to: number }[] = []
  for await (const entry of zip.eachEntry()) {
    const header = await zip.readLocalFileHeaderPromise(entry)
    // If bit 3 of the flags is set, the sizes and the checksum are stored after the content of the entry. The header
    // before the content then has zeros in their place, so the sizes are not compared.
    const isTold = (entry.generalPurposeBitFlag & 8) === 0
    const agrees =
      header.fileName.equals(entry.fileNameRaw) &&
      header.compressionMethod === entry.compressionMethod &&
      (!isTold ||
        (header.compressedSize === entry.compressedSize && header.uncompressedSize === entry.uncompressedSize))
    if (!agrees || names.has(entry.fileName) || entry.isEncrypted()) throw new UnreadableFile(damaged)
    names.add(entry.fileName)
    entries.push(entry)
    ranges.push({ from: entry.relativeOffsetOfLocalHeader, to: header.fileDataStart + entry.compressedSize })
  }
  // Some readers use the number of entries, others continue as long as they find an entry signature. A file with a
  // further entry after the last counted one is refused, because these readers would see different parts.
  if (entrySignature.equals(bytes.subarray(Number(zip.readEntryCursor)).subarray(0, 4)))
    throw new UnreadableFile(damaged)
  ranges.sort((a, b) => a.from - b.from)
  const overlaps = ranges.some(({ from }, index) => index > 0 && from < (ranges[index - 1]?.to ?? 0))
  if (overlaps) throw new UnreadableFile(damaged)
  return entries
}

export function zipOf(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of parts) {
    const path = Buffer.from(name)
    const entryHeader = Buffer.alloc(26)
    entryHeader.writeUInt16LE(20, 0)
    entryHeader.writeUInt32LE(crc32(content), 10)
    entryHeader.writeUInt32LE(content.length, 14)
    entryHeader.writeUInt32LE(content.length, 18)
    entryHeader.writeUInt16LE(path.length, 22)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(20, 4)
    entryHeader.copy(entry, 6)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, path)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), entryHeader, path, content)
    at += 30 + path.length + content.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, central, end])
}
