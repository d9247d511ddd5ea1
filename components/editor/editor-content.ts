import type { JSONContent } from '@tiptap/core'
import { highlightMark, normalInlines, severityOf, sortedMarks } from './markdown/marks.ts'
import { oneList } from './markdown/read.ts'
import type { NoteBlock, NoteDocument, NoteInline, NoteMark } from './note-document.ts'

export function toEditor(document: NoteDocument): JSONContent {
  return { type: 'doc', content: document.length > 0 ? document.map(blockToEditor) : [{ type: 'paragraph' }] }
}

function blockToEditor(block: NoteBlock): JSONContent {
  switch (block.type) {
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: block.content.map(inlineToEditor) }
    case 'paragraph':
      return paragraph(block.content)
    case 'list':
      return {
        ...(block.start === null ? { type: 'bulletList' } : { type: 'orderedList', attrs: { start: block.start } }),
        content: block.items.map((item) => ({ type: 'listItem', content: item.map(blockToEditor) })),
      }
    case 'tasks':
      return {
        type: 'taskList',
        content: block.items.map(({ checked: isChecked, blocks }) => ({
          type: 'taskItem',
          attrs: { checked: isChecked },
          content: blocks.map(blockToEditor),
        })),
      }
    case 'table': {
      const row = (type: string) => (cells: NoteInline[][]) => ({
        type: 'tableRow',
        content: cells.map((cell) => ({ type, content: [paragraph(cell)] })),
      })
      return { type: 'table', content: [row('tableHeader')(block.header), ...block.rows.map(row('tableCell'))] }
    }
  }
}

const paragraph = (content: NoteInline[]): JSONContent => ({ type: 'paragraph', content: content.map(inlineToEditor) })

function inlineToEditor(inline: NoteInline): JSONContent {
  if (inline.type === 'break') return { type: 'hardBreak' }
  return { type: 'text', text: inline.text, marks: inline.marks.map(markToEditor) }
}

function markToEditor(mark: NoteMark): { type: string; attrs?: Record<string, number> } {
  const severity = severityOf(mark)
  if (severity !== null) return { type: 'highlight', attrs: { severity } }
  return { type: mark === 'placeholder' ? 'code' : mark }
}

/** Converts the editor's JSON to a note document. Adjacent lists that Markdown would read as one list are joined. */
export function fromEditor(content: JSONContent): NoteDocument {
  const blocks: NoteBlock[] = []
  for (const block of (content.content ?? []).flatMap(blockFromEditor)) {
    const last = blocks[blocks.length - 1]
    const merged = last && oneList(last, block)
    if (merged) blocks[blocks.length - 1] = merged
    else blocks.push(block)
  }
  return blocks
}

function blockFromEditor(node: JSONContent): NoteBlock[] {
  const children = node.content ?? []
  switch (node.type) {
    case 'heading': {
      const content = inlinesFromEditor(children)
      return content.length > 0 ? [{ type: 'heading', level: levelOf(node.attrs?.level), content }] : []
    }
    case 'bulletList':
    case 'orderedList':
      return [
        {
          type: 'list',
          start: node.type === 'orderedList' ? startOf(node.attrs?.start) : null,
          items: children.map(itemFromEditor),
        },
      ]
    case 'taskList':
      return [
        {
          type: 'tasks',
          items: children.map((item) => ({ checked: item.attrs?.checked === true, blocks: itemFromEditor(item) })),
        },
      ]
    case 'table':
      return tableFromEditor(children)
    default: {
      const content = inlinesFromEditor(children)
      return content.length > 0 ? [{ type: 'paragraph', content }] : []
    }
  }
}

/**
 * Converts a list item. Its first paragraph is kept even if it is empty, because every item must begin with a
 * paragraph.
 */
function itemFromEditor(item: JSONContent): NoteBlock[] {
  const [first, ...rest] = item.content ?? []
  return [
    { type: 'paragraph', content: inlinesFromEditor(first?.content ?? []) },
    ...fromEditor({ type: 'doc', content: rest }),
  ]
}

/** Pads all rows to the width of the widest row. The first row is the header. */
function tableFromEditor(rows: JSONContent[]): NoteBlock[] {
  const cells = rows.map((row) => (row.content ?? []).map(cellFromEditor))
  const width = Math.max(0, ...cells.map((row) => row.length))
  const [header, ...below] = cells.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? []))
  return header && width > 0 ? [{ type: 'table', header, rows: below }] : []
}

const cellFromEditor = (cell: JSONContent): NoteInline[] =>
  normalInlines(
    (cell.content ?? []).flatMap((each, index) => [
      ...(index > 0 ? [{ type: 'break' } as const] : []),
      ...(each.content ?? []).flatMap(inlineFromEditor),
    ]),
  )

/**
 * Returns the first number of a list. Returns 1 for a number that a note cannot contain, such as -3: pasted HTML can
 * contain such lists.
 */
const startOf = (start: unknown) =>
  typeof start === 'number' && Number.isInteger(start) && start >= 0 && start < 1000 ? start : 1

const levelOf = (level: unknown) => (level === 1 || level === 2 ? level : 3)

const inlinesFromEditor = (content: JSONContent[]) => normalInlines(content.flatMap(inlineFromEditor))

function inlineFromEditor(node: JSONContent): NoteInline[] {
  if (node.type === 'hardBreak') return [{ type: 'break' }]
  if (node.type !== 'text' || !node.text) return []
  const marks = (node.marks ?? []).flatMap(({ type, attrs }): NoteMark[] => {
    if (type === 'highlight') return [highlightMark(attrs?.severity)]
    if (type === 'code') return ['placeholder']
    return type === 'bold' || type === 'italic' ? [type] : []
  })
  return [{ type: 'text', text: node.text, marks: sortedMarks(marks) }]
}
