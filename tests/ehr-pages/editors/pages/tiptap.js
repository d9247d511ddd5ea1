import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'

const editor = new Editor({
  element: document.querySelector('#note'),
  extensions: [StarterKit],
  content: window.oldHtml,
  editorProps: { attributes: { 'aria-labelledby': 'label' } },
})
window.subject = { text: () => editor.getText({ blockSeparator: '\n' }), state: () => JSON.stringify(editor.getJSON()) }
