import type { NoteBlock, NoteDocument, NoteInline } from '../note-document.ts'
import { readInlines } from './inlines.ts'
import { normalInlines } from './marks.ts'

// "03." does not begin an item: a list would show it as "3.". Longer numbers, such as "2024.", are words.
export const itemLine = /^(\s*)(?:[-*]|(0|[1-9]\d{0,2})\.)\s+(.*)$/
export const headingLine = /^(#{1,3})\s+(.*)$/
export const taskWords = /^\[([ xX])\](?:\s+(.*))?$/
const tableLine = /^\s*\|.*\|\s*$/
const dividerLine = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/

/** Parses Markdown. Unknown syntax is kept as text. */
export function readMarkdown(markdown: string): NoteDocument {
  // Do not trim the lines: "- " is an empty list item, but "-" is text. Other trailing spaces are ignored later.
  return blocksOf(markdown.replace(/\r\n?/g, '\n').split('\n'))
}

const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''

function blocksOf(lines: readonly string[]): NoteBlock[] {
  const blocks: NoteBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const title = headingLine.exec(line)
    if (isBlank(line)) at += 1
    else if (title) {
      const level = (title[1]?.length ?? 1) as 1 | 2 | 3
      const content = normalInlines(readInlines(title[2] ?? ''))
      if (content.length > 0) blocks.push({ type: 'heading', level, content })
      at += 1
    } else if (itemLine.test(line)) {
      const [list, nextLine] = listAt(lines, at)
      const last = blocks[blocks.length - 1]
      const merged = last && oneList(last, list)
      if (merged) blocks[blocks.length - 1] = merged
      else blocks.push(list)
      at = nextLine
    } else if (tableBegins(lines, at)) {
      const [table, lineAfterTable] = tableAt(lines, at)
      blocks.push(table)
      at = lineAfterTable
    } else {
      const from = at
      while (at < lines.length && isWords(lines, at)) at += 1
      const content = wordsOf(lines.slice(from, at))
      if (content.length > 0) blocks.push({ type: 'paragraph', content })
    }
  }
  return blocks
}

/**
 * Joins two adjacent lists of the same kind. Returns null for blocks that cannot be joined. Numbered lists are joined
 * only if the second list continues the numbers of the first list. Otherwise, numbers would change. For example, the
 * German dates "3. Mai" and "17. Juni" would become "3. Mai" and "4. Juni".
 */
export function oneList(above: NoteBlock, below: NoteBlock): NoteBlock | null {
  if (above.type === 'tasks' && below.type === 'tasks') return { ...above, items: [...above.items, ...below.items] }
  if (above.type !== 'list' || below.type !== 'list' || below.start !== nextNumber(above.start, above.items))
    return null
  return { ...above, items: [...above.items, ...below.items] }
}

/** Returns the number that the next item of a list must have. Null for bullets. */
const nextNumber = (start: number | null, items: readonly unknown[]) => (start === null ? null : start + items.length)

const isWords = (lines: readonly string[], at: number) => {
  const line = lines[at] ?? ''
  return !isBlank(line) && !headingLine.test(line) && !itemLine.test(line) && !tableBegins(lines, at)
}

const wordsOf = (lines: readonly string[]): NoteInline[] =>
  normalInlines(
    lines.flatMap((line, index) => [...(index > 0 ? [{ type: 'break' } as const] : []), ...readInlines(line.trim())]),
  )

type Kind = 'bullet' | 'ordered' | 'task'

interface ItemHead {
  indent: number
  /** The indentation of the further lines of the item, in characters, for example 2 after "- ". */
  inside: number
  kind: Kind
  /** Null for bullets and tasks. */
  number: number | null
  checked: boolean
  words: string
}

function itemHead(line: string): ItemHead | null {
  const match = itemLine.exec(line)
  if (!match) return null
  const [, blanks = '', number, words = ''] = match
  const task = number === undefined ? taskWords.exec(words.trimEnd()) : null
  return {
    indent: blanks.length,
    inside: blanks.length + (number === undefined ? 2 : number.length + 2),
    kind: number !== undefined ? 'ordered' : task ? 'task' : 'bullet',
    number: number === undefined ? null : Number(number),
    checked: (task?.[1] ?? ' ') !== ' ',
    words: task ? (task[2] ?? '') : words,
  }
}

function listAt(lines: readonly string[], from: number): [NoteBlock, number] {
  const first = itemHead(lines[from] ?? '')
  const start = first?.number ?? null
  const items: { checked: boolean; blocks: NoteBlock[] }[] = []
  // True if the item belongs to this list. An item whose number is not the next number begins another list. Otherwise
  // the note would show the item with another number than the Markdown.
  const goesOn = (head: ItemHead | null): head is ItemHead =>
    head !== null &&
    head.kind === first?.kind &&
    head.indent >= first.indent &&
    head.number === nextNumber(start, items)
  let at = from
  while (at < lines.length) {
    const head = itemHead(lines[at] ?? '')
    if (!goesOn(head)) break
    const end = itemEnd(lines, at + 1, head.indent)
    const inner = lines.slice(at + 1, end).map((line) => dedent(line, head.inside))
    items.push({ checked: head.checked, blocks: itemBlocks(head.words, inner) })
    at = end
    // Blank lines between items do not end the list.
    let next = at
    while (next < lines.length && isBlank(lines[next])) next += 1
    if (goesOn(itemHead(lines[next] ?? ''))) at = next
  }
  if (first?.kind === 'task') return [{ type: 'tasks', items }, at]
  return [{ type: 'list', start, items: items.map(({ blocks }) => blocks) }, at]
}

/**
 * Returns the index of the line after the list item. Deeper indented lines belong to the item, and so do blank lines
 * before such lines.
 */
function itemEnd(lines: readonly string[], from: number, indent: number): number {
  let end = from
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isBlank(line)) continue
    if ((/^\s*/.exec(line)?.[0].length ?? 0) <= indent) break
    end = at + 1
  }
  return end
}

const dedent = (line: string, columns: number) => line.slice(Math.min(columns, /^\s*/.exec(line)?.[0].length ?? 0))

/** Returns the blocks of a list item: a paragraph with the item's text, then the blocks that follow inside the item. */
function itemBlocks(words: string, inner: readonly string[]): NoteBlock[] {
  let at = 0
  while (at < inner.length && isWords(inner, at)) at += 1
  return [{ type: 'paragraph', content: wordsOf([words, ...inner.slice(0, at)]) }, ...blocksOf(inner.slice(at))]
}

const tableBegins = (lines: readonly string[], at: number) =>
  tableLine.test(lines[at] ?? '') && dividerLine.test(lines[at + 1] ?? '')

function tableAt(lines: readonly string[], from: number): [NoteBlock, number] {
  let at = from + 2
  while (at < lines.length && tableLine.test(lines[at] ?? '')) at += 1
  const header = cellsIn(lines[from] ?? '').map(readCell)
  const lastColumn = header.length - 1
  const rows = lines.slice(from + 2, at).map((line) => {
    const cells = cellsIn(line)
    // A row can have more cells than the header. The words of the additional cells are put into the last cell.
    return header.map((_, column) =>
      readCell(column === lastColumn ? cells.slice(lastColumn).join('|') : (cells[column] ?? '')),
    )
  })
  return [{ type: 'table', header, rows }, at]
}

const cellsIn = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)

const readCell = (cell: string): NoteInline[] =>
  normalInlines(readInlines(cell.trim().replaceAll('\\|', '|'), { cell: true }))
