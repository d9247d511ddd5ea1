import type { Extensions, JSONContent } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import type { NoteBlock, NoteDocument, NoteInline, NoteMark } from './note-document.ts'

/** What a note may hold; nothing else survives pasting. Apart from every view. */
export const noteExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    strike: false,
    underline: false,
    trailingNode: false,
  }),
]

const editorMarks: Record<NoteMark, string> = { bold: 'bold', italic: 'italic' }

/** The document as the editor holds it. */
export function toEditor(document: NoteDocument): JSONContent {
  return { type: 'doc', content: document.length > 0 ? document.map(blockToEditor) : [{ type: 'paragraph' }] }
}

function blockToEditor(block: NoteBlock): JSONContent {
  switch (block.type) {
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: block.content.map(inlineToEditor) }
    case 'paragraph':
      return { type: 'paragraph', content: block.content.map(inlineToEditor) }
    case 'list':
      return {
        type: block.ordered ? 'orderedList' : 'bulletList',
        content: block.items.map((item) => ({ type: 'listItem', content: item.map(blockToEditor) })),
      }
  }
}

function inlineToEditor(inline: NoteInline): JSONContent {
  if (inline.type === 'break') return { type: 'hardBreak' }
  return { type: 'text', text: inline.text, marks: inline.marks.map((mark) => ({ type: editorMarks[mark] })) }
}

/** The document the editor holds, as plain data. */
export function fromEditor(content: JSONContent): NoteDocument {
  return (content.content ?? []).flatMap(blockFromEditor)
}

function blockFromEditor(node: JSONContent): NoteDocument {
  const inlines = (node.content ?? []).flatMap(inlineFromEditor)
  switch (node.type) {
    case 'heading':
      return [{ type: 'heading', level: levelOf(node.attrs?.level), content: inlines }]
    case 'bulletList':
    case 'orderedList':
      return [{ type: 'list', ordered: node.type === 'orderedList', items: (node.content ?? []).map(fromEditor) }]
    default:
      return inlines.length > 0 ? [{ type: 'paragraph', content: inlines }] : []
  }
}

const levelOf = (level: unknown) => (level === 1 || level === 2 ? level : 3)

function inlineFromEditor(node: JSONContent): NoteInline[] {
  if (node.type === 'hardBreak') return [{ type: 'break' }]
  if (node.type !== 'text' || !node.text) return []
  const names = (node.marks ?? []).map(({ type }) => type)
  return [
    { type: 'text', text: node.text, marks: (['bold', 'italic'] as const).filter((mark) => names.includes(mark)) },
  ]
}
