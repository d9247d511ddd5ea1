import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/core/styles/Typography.css'
import '@mantine/tiptap/styles.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEditor } from '@tiptap/react'
import { useEffect } from 'react'
import { readMarkdown, writeMarkdown } from './note-document.ts'
import classes from './note-editor.module.css'
import { fromEditor, noteExtensions, toEditor } from './schema.ts'

/** Changes are told this long after the last key, in milliseconds (spec §9). */
const changeDelayMs = 200

interface NoteEditorProps {
  label: string
  /** Markdown; read once, when the editor opens. */
  initial: string
  /** Read-only while loading (spec §2). */
  loading?: boolean
  onChange: (markdown: string) => void
}

/** Rich text over Markdown: paragraphs, headings 1 to 3, bold, italic, lists. Content it does not know is an error. */
export function NoteEditor({ label, initial, loading = false, onChange }: NoteEditorProps) {
  const tell = useDebouncedCallback(onChange, changeDelayMs)
  const editor = useEditor({
    extensions: noteExtensions,
    content: toEditor(readMarkdown(initial)),
    editable: !loading,
    enableContentCheck: true,
    shouldRerenderOnTransaction: true,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onContentError: ({ error }) => {
      throw error
    },
    onUpdate: ({ editor: changed }) => tell(writeMarkdown(fromEditor(changed.getJSON()))),
    // Whoever leaves for the Save button has typed their last word.
    onBlur: () => tell.flush(),
  })
  useEffect(() => {
    editor?.setEditable(!loading)
  }, [editor, loading])

  return (
    <RichTextEditor editor={editor} classNames={{ root: classes.root, content: classes.content }} aria-busy={loading}>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H1 />
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}
