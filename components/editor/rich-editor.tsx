import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/core/styles/Typography.css'
import '@mantine/tiptap/styles.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEditor } from '@tiptap/react'
import { useEffect, useMemo, useState } from 'react'
import { readMarkdown, writeMarkdown } from './note-document.ts'
import classes from './rich-editor.module.css'
import { fromEditor, noteExtensions, toEditor } from './schema.ts'
import { type Tool, Toolbar } from './toolbar.tsx'

/** Changes are told this long after the last key, in milliseconds (spec §9). */
const changeDelayMs = 200

/** Where an editor that tells its changes late leaves word how to be told at once; answers how to take it back. */
export interface PendingChanges {
  add(flush: () => void): () => void
}

export interface RichEditorProps {
  label: string
  /** Markdown; read once, when the editor opens. */
  initial: string
  /** Read-only while loading (spec §2). */
  loading?: boolean
  /** Takes the focus as soon as it is there: who asked for it goes on in it. */
  autoFocus?: boolean
  onChange: (markdown: string) => void
  pending?: PendingChanges
  tools: readonly Tool[]
}

/** Rich text over Markdown. Content it does not know is an error. */
export function RichEditor({
  label,
  initial,
  loading = false,
  autoFocus = false,
  onChange,
  pending,
  tools,
}: RichEditorProps) {
  const tell = useDebouncedCallback(onChange, { delay: changeDelayMs, flushOnUnmount: true })
  // Options that stay the same: new ones would redraw the view under the hands of whoever types.
  const [content] = useState(() => toEditor(readMarkdown(initial)))
  const editorProps = useMemo(
    () => ({ attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } }),
    [label],
  )
  const editor = useEditor({
    extensions: noteExtensions,
    content,
    editable: !loading,
    autofocus: autoFocus ? 'end' : false,
    enableContentCheck: true,
    shouldRerenderOnTransaction: true,
    editorProps,
    onContentError: ({ error }) => {
      throw error
    },
    onUpdate: ({ editor: changed }) => tell(writeMarkdown(fromEditor(changed.getJSON()))),
    // Whoever leaves for the Save button has typed their last word.
    onBlur: () => tell.flush(),
  })
  useEffect(() => {
    // To become editable is no change of the words.
    editor?.setEditable(!loading, false)
  }, [editor, loading])
  useEffect(() => pending?.add(() => tell.flush()), [pending, tell])

  return (
    <RichTextEditor editor={editor} classNames={{ root: classes.root, content: classes.content }} aria-busy={loading}>
      <Toolbar editor={editor} tools={tools} />
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}
