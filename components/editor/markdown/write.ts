import type { NoteBlock, NoteDocument, NoteInline, NoteMark } from '../note-document.ts'
import { readInlines } from './inlines.ts'
import { normalInlines, placeholders, severityOf } from './marks.ts'
import { headingLine, itemLine, taskWords } from './read.ts'

/** Writes Markdown. `readMarkdown` gives the same document back. */
export function writeMarkdown(document: NoteDocument): string {
  return document
    .map((block) => writeBlock(block))
    .filter((text) => text !== '')
    .join('\n\n')
}

function writeBlock(block: NoteBlock): string {
  switch (block.type) {
    case 'heading': {
      // A heading has one line. A heading without text is dropped.
      const words = linesOf(block.content).filter(Boolean).join(' ')
      return words && `${'#'.repeat(block.level)} ${words}`
    }
    case 'paragraph':
      return linesOf(block.content).map(asWords).join('\n')
    case 'list':
      return block.items
        .map((blocks, index) => writeItem(block.start === null ? '- ' : `${block.start + index}. `, '', blocks))
        .join('\n')
    case 'tasks':
      return block.items
        .map(({ checked: isChecked, blocks }) => writeItem('- ', isChecked ? '[x] ' : '[ ] ', blocks))
        .join('\n')
    case 'table': {
      const row = (cells: readonly NoteInline[][]) => `| ${cells.map(writeCell).join(' | ')} |`
      return [row(block.header), `|${' --- |'.repeat(block.header.length)}`, ...block.rows.map(row)].join('\n')
    }
  }
}

/**
 * Writes one list item: the marker (`mark`) and the text of the item, then the other blocks of the item below. All
 * lines after the first line are indented by the length of the marker.
 */
function writeItem(mark: string, box: string, blocks: readonly NoteBlock[]): string {
  const [first, ...rest] = blocks
  const [head = '', ...moreLines] = first?.type === 'paragraph' ? linesOf(first.content) : []
  const below = (first === undefined || first.type === 'paragraph' ? rest : blocks)
    .map((block) => {
      const text = writeBlock(block)
      // A paragraph needs an empty line before it. Without the line, two paragraphs would be read as one.
      return block.type === 'paragraph' ? `\n${text}` : text
    })
    .filter((text) => text.trim() !== '')
  const words = [box + (box ? asWords(head) : notTask(asWords(head))), ...moreLines.map(asWords)]
  return mark + [...words, ...below].join('\n').replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
}

/** Escapes a line of text that would be read as a list, a heading or a table. */
function asWords(line: string): string {
  if (line.startsWith('|')) return `\\${line}`
  if (headingLine.test(line)) return `\\${line}`
  if (itemLine.test(line)) return line.replace(/^(\d*)([.*-])/, '$1\\$2')
  return line
}

const notTask = (line: string) => (taskWords.test(line) ? `\\${line}` : line)

/** Returns the content as Markdown, one string for each line. */
function linesOf(content: readonly NoteInline[]): string[] {
  const lines: NoteInline[][] = [[]]
  for (const part of normalInlines(content)) {
    if (part.type === 'break') lines.push([])
    else lines[lines.length - 1]?.push(part)
  }
  return lines.map((line) => writeInlines(line, { cell: false }))
}

function writeCell(content: readonly NoteInline[]): string {
  return writeInlines(normalInlines(content), { cell: true }).replaceAll('|', '\\|')
}

/**
 * Adds backslashes only if `readInlines` would otherwise read characters of the text as formatting. Most people do not
 * know what a backslash means.
 */
function writeInlines(content: readonly NoteInline[], reading: { cell: boolean }): string {
  const plain = write(content, (words) => words)
  const readBack = normalInlines(readInlines(plain, reading))
  // A bracket that is open in this cell could be closed in the next cell. Both cells would then be read as a
  // placeholder.
  const hasOpenBracket =
    reading.cell && content.some((part) => part.type === 'text' && isWords(part) && part.text.includes('['))
  if (!hasOpenBracket && JSON.stringify(readBack) === JSON.stringify(content)) return plain
  return write(content, (words) => words.replace(/[\\*_[=<{(]/g, '\\$&'))
}

const isWords = ({ marks }: { marks: readonly NoteMark[] }) => !marks.includes('placeholder')

function write(content: readonly NoteInline[], guarded: (words: string) => string): string {
  let markdown = ''
  content.forEach((part, index) => {
    if (part.type === 'break') {
      markdown += '<br>'
      return
    }
    const { text, marks } = part
    const nextPart = content[index + 1]
    let markup = marks.includes('placeholder') && isAllPlaceholders(text) ? text : guarded(text)
    if (marks.includes('italic')) {
      // In Markdown, an underscore inside a word is not a mark, but a star is.
      const bare = !marks.some((mark) => mark !== 'italic' && mark !== 'placeholder')
      const inWord =
        bare && (/[\p{L}\p{N}]$/u.test(markdown) || (nextPart?.type === 'text' && /^[\p{L}\p{N}]/u.test(nextPart.text)))
      markup = inWord ? `*${markup}*` : `_${markup}_`
    }
    if (marks.includes('bold')) markup = `**${markup}**`
    for (const severity of marks.map(severityOf)) if (severity !== null) markup = `==${markup}=={${severity}}`
    markdown += markup
  })
  return markdown
}

const isAllPlaceholders = (text: string) => text.replace(placeholders(), '') === ''
