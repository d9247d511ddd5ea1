import mammoth from 'mammoth'
import { UnreadableFile } from './refused.ts'
import { unzip, zipOf } from './zip.ts'

/** The markup of a Word document unpacks to this at most: ten times that of the longest transcript. */
const unpackedMaxBytes = 24 * 1024 * 1024
const bodyPart = 'word/document.xml'
const typesPart = '[Content_Types].xml'

/** The words of a Word document, a line for each paragraph. Throws `UnreadableFile` for what is none, or unpacks too far. */
export async function readDocx(bytes: Buffer): Promise<string> {
  const isWanted = (name: string) => name === typesPart || /^[\w./-]+\.(xml|rels)$/.test(name)
  const parts = await unzip(bytes, { isWanted, unpackedMaxBytes })
  const names = new Set(parts.map(({ name }) => name))
  if (!names.has(bodyPart) || !names.has(typesPart)) {
    throw new UnreadableFile(
      'This file is no Word document. Send a text file, a .docx, a PDF, a picture or a sound file.',
    )
  }
  // Mammoth unpacks with a reader of its own: it is given only the parts that were read and checked here.
  const { value } = await mammoth.extractRawText({ buffer: zipOf(parts) })
  return value
}
