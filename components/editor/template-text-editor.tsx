import { RichEditor, type RichEditorProps } from './rich-editor.tsx'

/** Edits a template's text: words that stay, and AI placeholders in square brackets. Markdown in and out. */
export function TemplateTextEditor(props: Omit<RichEditorProps, 'tools'>) {
  return <RichEditor {...props} tools={['placeholder', 'table']} />
}
