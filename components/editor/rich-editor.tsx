import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/core/styles/Typography.css'
import '@mantine/tiptap/styles.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEditor } from '@tiptap/react'
import { useEffect, useMemo, useState } from 'react'
import { readMarkdown, writeMarkdown } from './markdown/index.ts'
import classes from './rich-editor.module.css'
import { fromEditor, noteExtensions, toEditor } from './schema.ts'
import { type Tool, Toolbar } from './toolbar.tsx'

/** Delay of `onChange` after the last key, in milliseconds (product 14.5). */
const changeDelayMs = 200

/**
 * A list of functions. Each function makes one editor call `onChange` immediately, without waiting for `changeDelayMs`.
 * An editor adds its function with `add`, which returns a function that removes it. The component that contains the
 * editors calls all functions before it saves, so that no change is lost.
 */
export interface PendingChanges {
  add(flush: () => void): () => void
}

export interface RichEditorProps {
  label: string
  /** Markdown. Only read when the editor is created. */
  initial: string
  /** Read-only while loading (product 2.25). */
  loading?: boolean
  autoFocus?: boolean
  onChange: (markdown: string) => void
  pending?: PendingChanges
  tools: readonly Tool[]
}

/** Rich text editor for Markdown. Throws if the content is not supported. */
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
  // Keep the same options object: new options would recreate the view while the user types.
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
    onUpdate: ({ editor: updatedEditor }) => tell(writeMarkdown(fromEditor(updatedEditor.getJSON()))),
    // Report the last change before the click on the Save button is handled.
    onBlur: () => tell.flush(),
  })
  useEffect(() => {
    // `false` means: do not call `onUpdate`. Otherwise, a document that only became editable would count as changed.
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
