import type { Extensions } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { SeverityHighlight } from './highlight-mark.ts'
import { NumberedList } from './numbered-lists.ts'
import { PlaceholderMark } from './placeholder-mark.ts'
import { tables } from './tables.ts'
import { taskLists } from './task-lists.ts'

export { fromEditor, toEditor } from './editor-content.ts'

/** The content that the text of a note or a template may have. Pasted content of other kinds is dropped. */
export const noteExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    orderedList: false,
    strike: false,
    underline: false,
    trailingNode: false,
  }),
  NumberedList,
  PlaceholderMark,
  SeverityHighlight,
  ...taskLists,
  ...tables,
]
