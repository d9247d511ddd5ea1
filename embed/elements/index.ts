import { DictationElement } from './dictation-element.ts'
import { TemplateEditorElement } from './template-editor-element.ts'

export { DictationElement } from './dictation-element.ts'
export type { EmbeddingHost, TemplateEditorHost } from './hosts.ts'
export { TemplateEditorElement } from './template-editor-element.ts'

// A page may load this file twice, but an element can be defined only once. A server that renders pages has no
// `customElements`.
if (typeof customElements !== 'undefined' && !customElements.get('chartside-dictation')) {
  customElements.define('chartside-dictation', DictationElement)
  customElements.define('chartside-template-editor', TemplateEditorElement)
}
