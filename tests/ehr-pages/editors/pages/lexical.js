import { registerRichText } from '@lexical/rich-text'
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical'

const note = document.querySelector('#note')
note.contentEditable = 'true'
note.setAttribute('aria-labelledby', 'label')
const editor = createEditor({
  namespace: 'note',
  onError(error) {
    throw error
  },
})
editor.setRootElement(note)
registerRichText(editor)
editor.update(
  () => {
    const lines = window.oldText === '' ? [] : window.oldText.split('\n')
    $getRoot().append(...lines.map((line) => $createParagraphNode().append($createTextNode(line))))
  },
  { discrete: true },
)
window.subject = {
  text: () =>
    editor.getEditorState().read(() =>
      $getRoot()
        .getChildren()
        .map((block) => block.getTextContent())
        .join('\n'),
    ),
  state: () => JSON.stringify(editor.getEditorState()),
}
