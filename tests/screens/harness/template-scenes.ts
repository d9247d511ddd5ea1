import type { Field } from '../../../lib/contracts/index.ts'
import type { Shown } from './scenes.ts'

const button = (name: string) => ({ role: 'button', name })
const item = (name: string) => ({ role: 'menuitem', name })
const widths = [360, 600, 1200]
const editor = { path: '/', view: 'template-editor', waitsFor: 'h1', widths } as const
/**
 * Common properties of scenes that look the same at first and differ only in what the host (the page around the editor)
 * does. For these scenes, one width is enough.
 */
const played = { ...editor, widths: [360] }
const generate = { ...button('Generate Fields'), inDialog: true }
const described = { role: 'textbox', name: 'Description', types: 'A note with sleep, mood and risk.' }

const manyFields: Field[] = Array.from({ length: 120 }, (_, index) => ({
  id: `field_${index}`,
  name: `Field ${index + 1}`,
  type: 'string',
  instructions: `What was said about matter ${index + 1}.`,
  ...(index % 10 === 3 ? { condition: { id: `field_${index - 1}`, equals: 'Yes' } } : {}),
}))

/** Scenes of the template editor and its dialogs. */
export const templateScenes: Record<string, Shown> = {
  'template-editor': { ...editor, shows: 'Safety plan' },
  'template-editor-bare': {
    ...editor,
    shows: 'Safety plan',
    editor: {
      without: ['id', 'name', 'group', 'models', 'save', 'instructions', 'language', 'add', 'generate-fields'],
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
    editor: { template: { id: 'many', name: 'Everything', instructions: '', fields: manyFields } },
  },
  'template-editor-kept': { ...played, shows: 'Safety plan', editor: { draft: 'empty' } },
  'template-editor-beaten': { ...played, shows: 'Safety plan', editor: { save: 'changed' } },
  'template-editor-found': {
    ...editor,
    shows: '2 of 6 fields',
    clicks: [{ role: 'searchbox', name: 'Search fields', types: 'homework' }],
  },
  'template-editor-not-found': {
    ...editor,
    shows: 'No field fits',
    clicks: [{ role: 'searchbox', name: 'Search fields', types: 'nowhere' }],
  },
  'template-editor-too-late': {
    ...editor,
    shows: 'Somebody else saved this template',
    editor: { save: 'changed' },
    clicks: [{ role: 'textbox', name: 'Template name', types: 'DAP, short' }, button('Save')],
  },
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
    shows: 'The template was not saved',
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
  'template-models': { ...editor, shows: 'Use this model for all fields', clicks: [button('Models')] },
  'dynamic-fields-info': { ...editor, shows: 'come from the form', clicks: [button('from the form on the page')] },
  'generate-fields': { ...editor, shows: 'Generate Template Fields', clicks: [button('Generate Fields')] },
  'generate-fields-made': {
    ...editor,
    shows: 'Add Fields',
    waitsFor: '[role="dialog"] [type="checkbox"]',
    clicks: [button('Generate Fields'), described, generate, { role: 'checkbox', name: 'Sleep' }],
  },
  'generate-fields-working': {
    ...editor,
    shows: 'Generating...',
    editor: { generate: 'never' },
    clicks: [button('Generate Fields'), described, generate],
  },
  'generate-fields-failed': {
    ...editor,
    shows: 'No fields were made',
    editor: { generate: 'fails' },
    clicks: [button('Generate Fields'), described, generate],
  },
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
  'generate-fields-page-made': {
    path: '/',
    view: 'generate-fields',
    widths,
    shows: 'Add Fields',
    waitsFor: '[type="checkbox"]',
    clicks: [described, button('Generate Fields'), { role: 'checkbox', name: 'Sleep' }],
  },
  'confirm-phrase': { path: '/', view: 'confirm-phrase', waitsFor: 'h1', widths, shows: 'delete my account' },
}
