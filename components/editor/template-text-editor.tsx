import { RichEditor, type RichEditorProps } from './rich-editor.tsx'

/** Editor for a template's text: fixed text, and AI placeholders in square brackets. Input and output are Markdown. */
export function TemplateTextEditor(props: Omit<RichEditorProps, 'tools'>) {
  return <RichEditor {...props} tools={['placeholder', 'table']} />
}
