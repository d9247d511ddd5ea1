import type { PageValue } from '../../lib/page/shapes.ts'
import type { NoteSection } from '../../lib/report/index.ts'
import { readMarkdown } from '../editor/markdown/index.ts'
import type { NoteBlock, NoteInline } from '../editor/note-document.ts'

/** Converts Markdown to plain text, as a page's text box needs it. */
export function inWords(markdown: string): string {
  const blocks = readMarkdown(markdown)
  return blocks.map((block, at) => gap(blocks[at - 1], block) + blockInWords(block, '')).join('')
}

const isNumbered = (block: NoteBlock) => block.type === 'list' && block.start !== null

/**
 * Returns the line ends between two blocks. Two numbered lists get no empty line between them: lines such as the German
 * dates "3. Mai" and "17. Juni" are adjacent lines of one text, but Markdown reads them as two lists.
 */
function gap(above: NoteBlock | undefined, below: NoteBlock): string {
  if (!above) return ''
  return isNumbered(above) && isNumbered(below) ? '\n' : '\n\n'
}

function blockInWords(block: NoteBlock, indent: string): string {
  switch (block.type) {
    case 'list':
      return block.items
        .map((item, index) => itemInWords(item, block.start === null ? '-' : `${block.start + index}.`, indent))
        .join('\n')
    case 'tasks':
      return block.items
        .map(({ checked: isChecked, blocks }) => itemInWords(blocks, isChecked ? '[x]' : '[ ]', indent))
        .join('\n')
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

/**
 * Returns the note's values for a fill. Empty values are left out, because a fill never clears a field. A field that was
 * mentioned without a certain answer is only named, so that the plan can say why it is not filled.
 */
export function pageValues(sections: NoteSection[]): PageValue[] {
  return sections
    .filter(({ layout }) => layout !== 'empty')
    .map(({ id, label, layout, value }) => ({
      // The id is set even if the page has no field with this id. Without the id, the fill would look for a field with
      // a similar label, and could write into the wrong field.
      fieldId: id,
      label,
      value: layout === 'text' ? [inWords(value.join('\n\n'))] : [...value],
      ...(layout === 'unclear' ? { undecided: true as const } : {}),
    }))
}
