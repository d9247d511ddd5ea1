import type { Field } from '../../../lib/contracts/index.ts'
import type { Shown } from './scenes.ts'

const button = (name: string) => ({ role: 'button', name })
const item = (name: string) => ({ role: 'menuitem', name })
const widths = [360, 600, 1200]
const editor = { path: '/', view: 'template-editor', waitsFor: 'h1', widths } as const
/** The same face with a host that behaves otherwise: looked at once. */
const played = { ...editor, widths: [360] }

/** A long template. */
const manyFields: Field[] = Array.from({ length: 120 }, (_, index) => ({
  id: `field_${index}`,
  name: `Field ${index + 1}`,
  type: 'string',
  instructions: `What was said about matter ${index + 1}.`,
  ...(index % 10 === 3 ? { condition: { id: `field_${index - 1}`, equals: 'Yes' } } : {}),
}))

/** The template editor, its dialogs and its faces. */
export const templateScenes: Record<string, Shown> = {
  'template-editor': { ...editor, shows: 'Safety plan' },
  'template-editor-bare': {
    ...editor,
    shows: 'Safety plan',
    editor: {
      without: ['id', 'name', 'group', 'models', 'save', 'instructions', 'add', 'generate-fields'],
      hostWithout: ['changeDynamicField'],
    },
  },
  'template-editor-empty': {
    ...editor,
    shows: 'No fields yet',
    editor: { template: { id: '', name: '', instructions: '', fields: [] }, dynamicFields: [] },
  },
  'template-editor-many': {
    ...editor,
    shows: 'Field 120',
    widths: [360],
    editor: { template: { id: 'many', name: 'Everything', instructions: '', fields: manyFields } },
  },
  'template-editor-kept': { ...played, shows: 'Safety plan', editor: { draft: 'empty' } },
  'template-editor-beaten': { ...played, shows: 'Safety plan', editor: { save: 'changed' } },
  'template-editor-menu': { ...editor, shows: 'Move up', clicks: [button('More for Safety plan')] },
  'template-editor-group': { ...editor, shows: 'Cancel', clicks: [button('Change group')] },
  'template-editor-unsaved': { ...editor, shows: 'Your unsaved changes are back', editor: { draft: 'kept' } },
  'template-editor-changed': {
    ...editor,
    shows: 'Two versions of this template',
    editor: { draft: 'kept-older' },
    clicks: [button('Compare')],
  },
  'template-editor-failed': {
    ...editor,
    shows: 'This was not saved',
    editor: { save: 'fails', draft: 'kept' },
    clicks: [button('Save')],
  },
  'add-field': { ...editor, shows: 'Field type', clicks: [button('Add Field')] },
  'delete-field': {
    ...editor,
    shows: 'Are you sure',
    clicks: [button('More for Data'), item('Delete')],
  },
  'quick-instructions': {
    ...editor,
    shows: 'See Other Options',
    clicks: [button('More for Data'), item('Quick instructions')],
  },
  'field-settings': { ...editor, shows: 'Large, hosted', clicks: [button('More for Data'), item('Field settings')] },
  'template-models': { ...editor, shows: 'Use for all fields', clicks: [button('Models')] },
  'dynamic-fields-info': { ...editor, shows: 'built from the form', clicks: [button('from the page’s form')] },
  'generate-fields': { ...editor, shows: 'Generate Template Fields', clicks: [button('Generate Fields')] },
  'template-editor-field': { ...editor, shows: 'Save & Continue', clicks: [button('Data')] },
  'generate-fields-failing': {
    ...played,
    shows: 'Generate Template Fields',
    editor: { generate: 'fails' },
    clicks: [button('Generate Fields')],
  },
  'generate-fields-waiting': {
    ...played,
    shows: 'Generate Template Fields',
    editor: { generate: 'never' },
    clicks: [button('Generate Fields')],
  },
  'generate-fields-page': { path: '/', view: 'generate-fields', waitsFor: 'h1', widths, shows: 'For DAP note' },
  'confirm-phrase': { path: '/', view: 'confirm-phrase', waitsFor: 'h1', widths, shows: 'delete my account' },
}
