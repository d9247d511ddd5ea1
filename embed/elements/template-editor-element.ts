import { editorProperties } from '../../lib/contracts/embedding.ts'
import type { DynamicField, Template } from '../../lib/contracts/index.ts'
import type { HostCall } from '../messages.ts'
import { FramedElement, sharedAttributes, speakingOf } from './framed-element.ts'
import type { TemplateEditorHost } from './hosts.ts'

const noTemplate: Template = { id: '', name: '', instructions: '', fields: [] }
const functions = ['save', 'changeGroup', 'changeDynamicField'] as const

/** `<chartside-template-editor>`: the template editor (product 2.6, 12.86). */
export class TemplateEditorElement extends FramedElement<TemplateEditorHost> {
  static readonly observedAttributes = [...sharedAttributes, 'properties', 'status', 'no-dictation']
  protected readonly frameTitle = 'Chartside template editor'
  #template = noTemplate
  #dynamicFields: readonly DynamicField[] | undefined

  /** The saved template. If it changes while there are unsaved edits, the user is asked which version to keep. */
  get template(): Template {
    return this.#template
  }
  set template(template: Template) {
    this.#template = template
    this.changed()
  }

  /** The fields made from a form of the page. Undefined: there is no form. */
  get dynamicFields(): readonly DynamicField[] | undefined {
    return this.#dynamicFields
  }
  set dynamicFields(fields: readonly DynamicField[] | undefined) {
    this.#dynamicFields = fields
    this.changed()
  }

  protected read() {
    const names = this.getAttribute('properties')?.split(/[\s,]+/)
    return {
      element: 'template-editor' as const,
      ...speakingOf(this),
      template: this.#template,
      properties: editorProperties.filter((property) => names === undefined || names.includes(property)),
      dynamicFields: this.#dynamicFields === undefined ? undefined : [...this.#dynamicFields],
      status: this.getAttribute('status') ?? undefined,
      functions: functions.filter((name) => this.host?.[name] !== undefined),
      dictation: !this.hasAttribute('no-dictation'),
    }
  }

  protected ask(call: HostCall, host: TemplateEditorHost): unknown {
    switch (call.name) {
      case 'token':
        return host.token()
      case 'save':
        return host.save?.(call.template, { from: call.from, replaceNewer: call.replaceNewer })
      case 'changeGroup':
        return host.changeGroup?.(call.group ?? undefined)
      case 'changeDynamicField':
        return host.changeDynamicField?.(call.field)
    }
  }
}
