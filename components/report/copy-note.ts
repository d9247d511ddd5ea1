import type { Note, NoteSection } from '../../lib/report/index.ts'
import { toMarkdown, toText } from '../../lib/report/index.ts'
import { readMarkdown, writeMarkdown } from '../editor/markdown/index.ts'
import { highlightMark } from '../editor/markdown/marks.ts'
import type { NoteBlock, NoteInline } from '../editor/note-document.ts'
import { inWords } from './page-values.ts'

export type CopyAs = 'rich' | 'markdown' | 'text'

/** HTML elements that stay when the note is copied. */
const noteTags = new Set('H1 H2 H3 H4 H5 H6 P UL OL LI TABLE THEAD TBODY TR TH TD STRONG EM BR'.split(' '))

/**
 * Converts the shown note to clean HTML: structure and text only, without classes, highlights and scripts. Lists keep
 * their first number.
 */
export function cleanHtml(paper: Element): string {
  const copy = paper.cloneNode(true) as Element
  for (const box of copy.querySelectorAll('[role="img"]'))
    box.replaceWith(box.getAttribute('aria-label') === 'Done' ? '☑ ' : '☐ ')
  for (const element of [...copy.querySelectorAll('*')].reverse()) {
    if (!noteTags.has(element.tagName)) element.replaceWith(...element.childNodes)
    else for (const { name } of [...element.attributes]) if (name !== 'start') element.removeAttribute(name)
  }
  return copy.innerHTML
}

/** Converts the note to Markdown. Highlights are removed, because they are only for checking. */
export const noteMarkdown = (note: Note) =>
  toMarkdown(mapText(note, (text) => writeMarkdown(readMarkdown(text).map(withoutHighlights))))

/** Converts the note to plain text. */
export const noteText = (note: Note) => toText(mapText(note, inWords))

const mapText = (note: Note, map: (text: string) => string): Note => ({
  ...note,
  sections: note.sections.map(
    (section): NoteSection =>
      section.layout === 'text' ? { ...section, value: [map(section.value.join('\n\n'))] } : section,
  ),
})

const highlights = new Set(([1, 2, 3] as const).map(highlightMark))

const inlines = (content: NoteInline[]): NoteInline[] =>
  content.map((part) =>
    part.type === 'text'
      ? { ...part, marks: part.marks.filter((mark) => !highlights.has(mark as ReturnType<typeof highlightMark>)) }
      : part,
  )

function withoutHighlights(block: NoteBlock): NoteBlock {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
      return { ...block, content: inlines(block.content) }
    case 'list':
      return { ...block, items: block.items.map((item) => item.map(withoutHighlights)) }
    case 'tasks':
      return {
        ...block,
        items: block.items.map((item) => ({ ...item, blocks: item.blocks.map(withoutHighlights) })),
      }
    case 'table':
      return { ...block, header: block.header.map(inlines), rows: block.rows.map((row) => row.map(inlines)) }
  }
}

/**
 * Copies the note to the clipboard. Rich text is copied together with plain text, for inputs without formatting.
 * Without `paper`, the element with the rich text, only plain text is copied. Rejects if the browser does not allow
 * copying.
 */
export async function copyNote(note: Note, as: CopyAs, paper: Element | null): Promise<void> {
  if (as === 'markdown') return navigator.clipboard.writeText(noteMarkdown(note))
  const text = noteText(note)
  if (as === 'text' || !paper) return navigator.clipboard.writeText(text)
  const blob = (words: string, type: string) => new Blob([words], { type })
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/html': blob(cleanHtml(paper), 'text/html'),
      'text/plain': blob(text, 'text/plain'),
    }),
  ])
}
