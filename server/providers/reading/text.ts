import { hasControls } from './file-kind.ts'
import { UnreadableFile } from './refused.ts'

const notText =
  'Chartside cannot read this kind of file. Send a text file, a Word document, a PDF, a picture or a sound file.'

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. Throws `UnreadableFile` if it is not
 * text.
 */
export function readText(bytes: Buffer): string {
  const marked = bytes.length > 1 ? bytes.readUInt16BE(0) : 0
  if (marked === 0xfffe || marked === 0xfeff) {
    const text = decode(bytes, marked === 0xfffe ? 'utf-16le' : 'utf-16be')
    if (text === null || text.includes('\0')) throw new UnreadableFile(notText)
    return text
  }
  if (hasControls(bytes)) throw new UnreadableFile(notText)
  return decode(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes)
}

function decode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    // A fatal decoder throws a TypeError for invalid bytes.
    if (error instanceof TypeError) return null
    throw error
  }
}
