import { ContentState, convertToRaw, Editor, EditorState } from 'draft-js'
import { createElement, useState } from 'react'
import { render } from 'react-dom'

function Note() {
  const [state, setState] = useState(() =>
    window.full
      ? EditorState.createWithContent(ContentState.createFromText(window.oldText))
      : EditorState.createEmpty(),
  )
  window.subject = {
    text: () => state.getCurrentContent().getPlainText('\n'),
    state: () => JSON.stringify(convertToRaw(state.getCurrentContent())),
  }
  return createElement(Editor, { editorState: state, onChange: setState, ariaLabelledBy: 'label' })
}
render(createElement(Note), document.querySelector('#note'))
