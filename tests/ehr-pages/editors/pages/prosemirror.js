import { exampleSetup } from 'prosemirror-example-setup'
import { DOMParser as ModelParser } from 'prosemirror-model'
import { schema } from 'prosemirror-schema-basic'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'

const holder = document.createElement('div')
holder.innerHTML = window.oldHtml
const view = new EditorView(document.querySelector('#note'), {
  attributes: { 'aria-labelledby': 'label' },
  state: EditorState.create({
    doc: ModelParser.fromSchema(schema).parse(holder),
    plugins: exampleSetup({ schema, menuBar: false }),
  }),
})
window.subject = {
  text: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n', '\n'),
  state: () => JSON.stringify(view.state.doc),
}
