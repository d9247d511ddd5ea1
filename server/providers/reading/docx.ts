import mammoth from 'mammoth'
import { UnreadableFile } from './refused.ts'
import { unzip, zipOf } from './zip.ts'

/**
 * Maximum size of the unpacked XML in bytes. It is much larger than the longest transcript, because XML tags surround
 * the text.
 */
const unpackedMaxBytes = 24 * 1024 * 1024
const bodyPart = 'word/document.xml'
const typesPart = '[Content_Types].xml'

/**
 * Returns the text of a Word document, one line per paragraph. Throws `UnreadableFile` if the file is not a Word
 * document, or if its unpacked size is too large.
 */
export async function readDocx(bytes: Buffer): Promise<string> {
  const isWanted = (name: string) => name === typesPart || /^[\w./-]+\.(xml|rels)$/.test(name)
  const parts = await unzip(bytes, { isWanted, unpackedMaxBytes })
  const names = new Set(parts.map(({ name }) => name))
  if (!names.has(bodyPart) || !names.has(typesPart)) {
    throw new UnreadableFile(
      'This file is not a Word document (.docx). Send a text file, a .docx, a PDF, a picture or a sound file.',
    )
  }
  // Mammoth unpacks ZIP files with its own reader, which could find other parts than the parts that were checked above.
  // So Mammoth gets a new ZIP file that contains only the checked parts.
  const { value } = await mammoth.extractRawText({ buffer: zipOf(parts) })
  return value
}
