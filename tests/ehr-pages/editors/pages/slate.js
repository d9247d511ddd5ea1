import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createEditor, Node } from 'slate'
import { withHistory } from 'slate-history'
import { Editable, Slate, withReact } from 'slate-react'

const lines = window.oldText === '' ? [''] : window.oldText.split('\n')
const initialValue = lines.map((text) => ({ type: 'paragraph', children: [{ text }] }))
function Note() {
  const [editor] = useState(() => withHistory(withReact(createEditor())))
  window.subject = {
    text: () => editor.children.map((block) => Node.string(block)).join('\n'),
    state: () => JSON.stringify(editor.children),
  }
  return createElement(Slate, { editor, initialValue }, createElement(Editable, { 'aria-labelledby': 'label' }))
}
createRoot(document.querySelector('#note')).render(createElement(Note))
