import { SaxesParser } from 'saxes'
import { UnreadableFile } from './refused.ts'
import { symbolOf, symbolsOf } from './symbols.ts'
import { unzip, type ZipPart } from './zip.ts'

/**
 * Maximum size of the unpacked XML in bytes. It is much larger than the longest transcript, because XML tags surround
 * the text.
 */
const unpackedMaxBytes = 24 * 1024 * 1024
const bodyPart = 'word/document.xml'
const typesPart = '[Content_Types].xml'
const damaged = 'This Word document is damaged. Save it again and send the new file.'

const wordParts: readonly { pattern: RegExp; isNote: boolean }[] = [
  { pattern: /^word\/header\d*\.xml$/, isNote: true },
  { pattern: /^word\/document\.xml$/, isNote: false },
  { pattern: /^word\/footnotes\.xml$/, isNote: false },
  { pattern: /^word\/endnotes\.xml$/, isNote: false },
  { pattern: /^word\/footer\d*\.xml$/, isNote: true },
]

/** The text of a document, and sentences that say which parts of it were not read. */
export interface DocumentText {
  text: string
  notices: string[]
}

/**
 * Returns the text of a Word document. Paragraphs and line breaks begin a line, cells of a table are divided by tabs,
 * and text boxes, headers and notes have their own lines. Throws `UnreadableFile` if the file is not a Word document,
 * or if its unpacked size is too large.
 */
export async function readDocx(bytes: Buffer): Promise<DocumentText> {
  const isWanted = (name: string) => name === typesPart || name === bodyPart || /^word\/[a-z]+\d*\.xml$/.test(name)
  const parts = await unzip(bytes, { isWanted, unpackedMaxBytes })
  const names = new Set(parts.map(({ name }) => name))
  if (!names.has(bodyPart) || !names.has(typesPart)) {
    throw new UnreadableFile(
      'This file is not a Word document (.docx). Send a text file, a .docx, a PDF, a picture or a sound file.',
    )
  }
  const counts = { pictures: 0, deleted: 0, embedded: 0, symbols: 0 }
  const texts: string[] = []
  const noteLines = new Set<string>()
  for (const { pattern, isNote } of wordParts)
    for (const part of parts.filter(({ name }) => pattern.test(name))) {
      const lines = linesOf(part, counts).filter((line) => line.trim() !== '')
      // Headers and footers are often the same in each section.
      texts.push(lines.filter((line) => !isNote || !noteLines.has(line)).join('\n'))
      if (isNote) for (const line of lines) noteLines.add(line)
    }
  return { text: texts.filter((text) => text !== '').join('\n'), notices: noticesOf(counts) }
}

interface Seen {
  pictures: number
  deleted: number
  embedded: number
  symbols: number
}

function noticesOf({ pictures, deleted, embedded, symbols }: Seen): string[] {
  return [
    ...(pictures > 0
      ? [`The document has ${pictures === 1 ? 'a picture that was' : `${pictures} pictures that were`} not read.`]
      : []),
    ...(deleted > 0
      ? ['The document has tracked changes. Deleted words were left out and inserted words were read.']
      : []),
    ...(embedded > 0 ? ['The document contains another document, chart or object that was not read.'] : []),
    ...(symbols > 0 ? [`Symbols of the document could not be read: ${symbols}. Each is shown as \ufffd.`] : []),
  ]
}

const replacements = new Map([
  ['w:tab', '\t'],
  ['w:ptab', '\t'],
  ['w:br', '\n'],
  ['w:cr', '\n'],
  ['w:noBreakHyphen', '-'],
])
/** Elements whose content is no text of the document: deleted words, fields, and the copy for old programs. */
const skippedElements: ReadonlySet<string> = new Set([
  'w:del',
  'w:moveFrom',
  'w:instrText',
  'mc:Fallback',
  'w:rPr',
  'w:pPr',
])

/** Pictures, also as the background of a shape, in old documents, and written with a pen. */
const pictures: ReadonlySet<string> = new Set([
  'pic:pic',
  'v:imagedata',
  'w14:contentPart',
  'wps:blipFill',
  'a:blipFill',
])
/** Objects whose words lie in other parts of the file: other documents, charts and diagrams. */
const embeddings: ReadonlySet<string> = new Set(['w:altChunk', 'o:OLEObject', 'c:chart', 'cx:chart', 'dgm:relIds'])

function linesOf({ content }: ZipPart, counts: Seen): string[] {
  const lines: string[] = []
  const openTexts: string[] = ['']
  let cells = 0
  let skip = 0
  const write = (text: string) => {
    openTexts[openTexts.length - 1] += text
  }
  const endLine = () => {
    for (const line of (openTexts.at(-1) ?? '').split('\n')) lines.push(line)
    openTexts[openTexts.length - 1] = ''
  }
  const parser = new SaxesParser()
  let isText = false
  /** The font of the present run, if it is one of symbols. */
  let font = ''
  const writeSymbols = (text: string) => {
    counts.symbols += text.split('\ufffd').length - 1
    write(text)
  }
  parser.on('error', (cause) => {
    throw new UnreadableFile(damaged, { cause })
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (skippedElements.has(name)) {
      if (name === 'w:del' || name === 'w:moveFrom') counts.deleted++
      skip++
    }
    if (name === 'w:r') font = ''
    if (name === 'w:rFonts') font = String(attributes['w:ascii'] ?? attributes['w:hAnsi'] ?? '')
    if (skip > 0) return
    isText = name === 'w:t' || name === 'm:t'
    const text = replacements.get(name)
    if (text !== undefined) write(text)
    if (name === 'w:sym')
      writeSymbols(symbolOf(String(attributes['w:font']), Number.parseInt(String(attributes['w:char']), 16)))
    if (name === 'w:txbxContent') openTexts.push('')
    if (pictures.has(name)) counts.pictures++
    if (embeddings.has(name)) counts.embedded++
    if (name === 'w:tc') cells++
  })
  parser.on('text', (text) => {
    if (isText && skip === 0) writeSymbols(symbolsOf(text, font))
  })
  parser.on('closetag', ({ name }) => {
    isText = false
    if (skippedElements.has(name)) skip--
    if (skip > 0) return
    if (name === 'w:txbxContent') {
      endLine()
      openTexts.pop()
    } else if (name === 'w:p') {
      // Paragraphs inside a cell are parts of one line of the table.
      if (cells > 0 && openTexts.length === 1) write(' ')
      else endLine()
    } else if (name === 'w:tc') {
      cells--
      if (cells === 0) write('\t')
    } else if (name === 'w:tr' && cells === 0) {
      const rowLines = (openTexts.at(-1) ?? '').split('\n').map((line) => line.trim())
      const rowCells = rowLines.join(' ').split('\t')
      openTexts[openTexts.length - 1] = rowCells
        .map((cell) => cell.trimEnd())
        .join('\t')
        .trim()
      endLine()
    }
  })
  parser.write(content.toString('utf8')).close()
  endLine()
  return lines
}
