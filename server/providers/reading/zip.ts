import { inflateRawSync } from 'node:zlib'
import { UnreadableFile } from './refused.ts'

/** A Word document unpacks to this at most: far above any that people write. */
const unpackedMaxBytes = 100 * 1024 * 1024
const entriesMax = 5_000
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const damaged = 'This Word document is damaged. Save it again and send the new file.'

/**
 * Makes sure that a zip is a Word document and unpacks to a bearable size. What an entry says of its size is not believed:
 * each is unpacked, and stopped there. Throws `UnreadableFile`.
 */
export function checkDocx(zip: Buffer): void {
  const names = new Set<string>()
  let total = 0
  for (const { name, method, packed, unpackedBytes } of entriesOf(zip)) {
    names.add(name)
    total += unpackedBytes
    if (total > unpackedMaxBytes) throw new UnreadableFile('This Word document unpacks to far more than it should.')
    if (method === 8) inflate(packed, unpackedBytes)
    else if (method !== 0 || packed.length !== unpackedBytes) throw new UnreadableFile(damaged)
  }
  if (!names.has('word/document.xml') || !names.has('[Content_Types].xml')) {
    throw new UnreadableFile(
      'This file is no Word document. Send a text file, a .docx, a PDF, a picture or a sound file.',
    )
  }
}

function inflate(packed: Buffer, unpackedBytes: number): void {
  try {
    inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedBytes) })
  } catch (cause) {
    throw new UnreadableFile(damaged, { cause })
  }
}

function* entriesOf(zip: Buffer) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > zip.length || zip.readUInt32LE(end) !== endSignature) throw new UnreadableFile(damaged)
  const count = zip.readUInt16LE(end + 10)
  if (count > entriesMax) throw new UnreadableFile(damaged)
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== entrySignature) throw new UnreadableFile(damaged)
    const packedBytes = zip.readUInt32LE(at + 20)
    const nameBytes = zip.readUInt16LE(at + 28)
    const head = zip.readUInt32LE(at + 42)
    if (head + 30 > zip.length) throw new UnreadableFile(damaged)
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    if (from + packedBytes > zip.length) throw new UnreadableFile(damaged)
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + nameBytes),
      method: zip.readUInt16LE(at + 10),
      unpackedBytes: zip.readUInt32LE(at + 24),
      packed: zip.subarray(from, from + packedBytes),
    }
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}
