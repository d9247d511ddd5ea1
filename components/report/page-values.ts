import type { PageValue } from '../../lib/page/shapes.ts'
import type { NoteSection } from '../../lib/report/index.ts'
import { type NoteBlock, type NoteInline, readMarkdown } from '../editor/note-document.ts'

/** A rich value in words alone, as a page's box takes it. */
export function inWords(markdown: string): string {
  return readMarkdown(markdown)
    .map((block) => blockInWords(block, ''))
    .join('\n\n')
}

function blockInWords(block: NoteBlock, indent: string): string {
  switch (block.type) {
    case 'list':
      return block.items
        .map((item, index) => itemInWords(item, block.ordered ? `${index + 1}.` : '-', indent))
        .join('\n')
    case 'tasks':
      return block.items.map(({ checked, blocks }) => itemInWords(blocks, checked ? '[x]' : '[ ]', indent)).join('\n')
    case 'table':
      return [block.header, ...block.rows].map((cells) => indent + cells.map(inlinesInWords).join(' | ')).join('\n')
    default:
      return indent + inlinesInWords(block.content)
  }
}

function itemInWords([first, ...rest]: NoteBlock[], mark: string, indent: string): string {
  const words = first?.type === 'paragraph' ? inlinesInWords(first.content) : ''
  const inner = rest.map((each) => `\n${blockInWords(each, `${indent}  `)}`).join('')
  return `${indent}${mark} ${words}${inner}`
}

const inlinesInWords = (content: NoteInline[]) =>
  content.map((part) => (part.type === 'break' ? '\n' : part.text)).join('')

/** What of a note goes to the page. Empty values stay away: filling never erases. */
export function pageValues(sections: NoteSection[]): PageValue[] {
  return sections
    .filter(({ layout }) => layout !== 'empty')
    .map(({ id, label, layout, value }) => ({
      // Named even where the page has no such field: a look-alike of it is then refused, not guessed by its label.
      fieldId: id,
      label,
      value: layout === 'text' ? [inWords(value.join('\n\n'))] : [...value],
    }))
}
