/** Inline marks of a note. */
export type NoteMark = 'bold' | 'italic'

export type NoteInline = { type: 'text'; text: string; marks: NoteMark[] } | { type: 'break' }

export type NoteBlock =
  | { type: 'heading'; level: 1 | 2 | 3; content: NoteInline[] }
  | { type: 'paragraph'; content: NoteInline[] }
  | { type: 'list'; ordered: boolean; items: NoteBlock[][] }

/** A rich text as plain data: what the editor edits and the note shows; written as Markdown (see `lib/report`). */
export type NoteDocument = NoteBlock[]

const item = /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)$/
const heading = /^(#{1,3})\s+(.*)$/

/** Reads Markdown. Anything unknown is kept as the text it is. */
export function readMarkdown(markdown: string): NoteDocument {
  return blocksOf(markdown.replace(/\r\n?/g, '\n').split('\n'))
}

function blocksOf(lines: string[]): NoteBlock[] {
  const blocks: NoteBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const title = heading.exec(line)
    if (line.trim() === '') at += 1
    else if (title) {
      blocks.push({ type: 'heading', level: (title[1]?.length ?? 1) as 1 | 2 | 3, content: inlines(title[2] ?? '') })
      at += 1
    } else if (item.test(line)) {
      const [list, next] = listAt(lines, at)
      blocks.push(list)
      at = next
    } else {
      const from = at
      while (at < lines.length && startsNoBlock(lines[at] ?? '')) at += 1
      const content = lines
        .slice(from, at)
        .flatMap((each, index) => [...(index > 0 ? [{ type: 'break' } as const] : []), ...inlines(each)])
      blocks.push({ type: 'paragraph', content })
    }
  }
  return blocks
}

const startsNoBlock = (line: string) => line.trim() !== '' && !heading.test(line) && !item.test(line)

function listAt(lines: string[], from: number): [NoteBlock, number] {
  const first = item.exec(lines[from] ?? '')
  const indent = first?.[1]?.length ?? 0
  const ordered = first?.[2] !== undefined
  const items: NoteBlock[][] = []
  let at = from
  while (at < lines.length) {
    const found = item.exec(lines[at] ?? '')
    if (!found || (found[1]?.length ?? 0) < indent || (found[2] !== undefined) !== ordered) break
    const inner: string[] = []
    let next = at + 1
    // Deeper lines belong to this item.
    while (
      next < lines.length &&
      /^\s/.test(lines[next] ?? '') &&
      (/^\s*/.exec(lines[next] ?? '')?.[0].length ?? 0) > indent
    ) {
      inner.push((lines[next] ?? '').slice(indent + 2))
      next += 1
    }
    items.push([{ type: 'paragraph', content: inlines(found[3] ?? '') }, ...blocksOf(inner)])
    at = next
  }
  return [{ type: 'list', ordered, items }, at]
}

const marked = /\\([\\*_#.-])|\*\*((?:\\.|[^*\\])+?)\*\*|(?<![A-Za-z0-9])_((?:\\.|[^_\\])+?)_(?![A-Za-z0-9])/

function inlines(text: string, marks: NoteMark[] = []): NoteInline[] {
  const found = marked.exec(text)
  if (!found) return text ? [{ type: 'text', text, marks }] : []
  const before = text.slice(0, found.index)
  const [, escaped, bold, italic] = found
  const inside: NoteInline[] =
    escaped !== undefined
      ? [{ type: 'text', text: escaped, marks }]
      : bold !== undefined
        ? inlines(bold, [...marks, 'bold'])
        : inlines(italic ?? '', [...marks, 'italic'])
  return joined([
    ...(before ? [{ type: 'text', text: before, marks } as const] : []),
    ...inside,
    ...inlines(text.slice(found.index + found[0].length), marks),
  ])
}

/** Neighbours with the same marks are one text. */
function joined(parts: NoteInline[]): NoteInline[] {
  const out: NoteInline[] = []
  for (const part of parts) {
    const last = out[out.length - 1]
    if (part.type === 'text' && last?.type === 'text' && part.marks.join() === last.marks.join())
      out[out.length - 1] = { ...last, text: last.text + part.text }
    else out.push(part)
  }
  return out
}

/** Writes Markdown that `readMarkdown` reads back the same. */
export function writeMarkdown(document: NoteDocument): string {
  return document.map((block) => writeBlock(block, '')).join('\n\n')
}

function writeBlock(block: NoteBlock, indent: string): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${writeInlines(block.content)}`
    case 'paragraph':
      return writeInlines(block.content).split('\n').map(asWords).join('\n')
    case 'list':
      return block.items
        .map((blocks, index) => {
          const mark = block.ordered ? `${index + 1}.` : '-'
          const [first, ...rest] = blocks
          const inner = rest.map((each) => `\n${writeBlock(each, `${indent}  `)}`).join('')
          const words = first?.type === 'paragraph' ? writeInlines(first.content).replaceAll('\n', ' ') : ''
          return `${indent}${mark} ${words}${inner}`
        })
        .join('\n')
  }
}

/** A line of words that would begin a list or a heading is kept from it. */
function asWords(line: string): string {
  if (!heading.test(line) && !item.test(line)) return line
  return line.replace(/^(\s*\d*)([#.*-])/, '$1\\$2')
}

/** Backslashes only where the words would be taken for marks: most readers of a note know none. */
function writeInlines(content: NoteInline[]): string {
  const plain = write(content, (words) => words)
  const back = plain
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [{ type: 'break' } as const] : []), ...inlines(line)])
  if (JSON.stringify(back) === JSON.stringify(joined(content))) return plain
  return write(content, (words) => words.replace(/[\\*_]/g, '\\$&'))
}

function write(content: NoteInline[], guarded: (words: string) => string): string {
  return content
    .map((part) => {
      if (part.type === 'break') return '\n'
      // Marks must hug words: spaces at the ends stand outside.
      const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(part.text) ?? []
      if (!words) return part.text
      const italic = part.marks.includes('italic') ? `_${guarded(words)}_` : guarded(words)
      return `${before}${part.marks.includes('bold') ? `**${italic}**` : italic}${after}`
    })
    .join('')
}
