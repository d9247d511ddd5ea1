import { DictationElement } from './dictation-element.ts'
import { TemplateEditorElement } from './template-editor-element.ts'

export { DictationElement } from './dictation-element.ts'
export type { EmbeddingHost, TemplateEditorHost } from './hosts.ts'
export { TemplateEditorElement } from './template-editor-element.ts'

// A page may load this file twice. A name can be defined only once.
if (!customElements.get('chartside-dictation')) customElements.define('chartside-dictation', DictationElement)
if (!customElements.get('chartside-template-editor'))
  customElements.define('chartside-template-editor', TemplateEditorElement)
