import { RichEditor, type RichEditorProps } from './rich-editor.tsx'

/**
 * Editor for the text of a note: paragraphs, headings 1 to 3, bold, italic, lists, tasks, tables, AI placeholders and
 * highlights (product 2.22). `initial` and the argument of `onChange` are Markdown.
 */
export function NoteEditor(props: Omit<RichEditorProps, 'tools'>) {
  return <RichEditor {...props} tools={['placeholder', 'highlight', 'table']} />
}
