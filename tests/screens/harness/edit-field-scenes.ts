import type { Shown } from './scenes.ts'

const button = (name: string) => ({ role: 'button', name })
const panel = { path: '/', view: 'edit-field', widths: [360, 600, 1200] } as const

/** Scenes of the Edit Field panel: one for each kind of answer, and its other states. */
export const editFieldScenes: Record<string, Shown> = {
  'edit-field': { ...panel, shows: 'Omit names', editField: { open: 'sleep' } },
  'edit-field-bare': {
    ...panel,
    shows: 'Field name',
    editField: {
      open: 'sleep',
      without: ['field-id', 'options', 'examples', 'format', 'omit-names', 'temperature', 'models'],
    },
  },
  'edit-field-template': {
    ...panel,
    shows: 'Warning signs',
    waitsFor: '[contenteditable="true"]',
    editField: { open: 'plan' },
  },
  'edit-field-table': { ...panel, shows: 'Table Headers', editField: { open: 'medications' } },
  'edit-field-options': {
    ...panel,
    shows: 'Determinate',
    clicks: [button('See Advanced Options')],
    editField: { open: 'interventions' },
  },
  'edit-field-round': { ...panel, shows: 'depend on each other', editField: { open: 'waiting' } },
  'edit-field-dynamic': { ...panel, shows: 'Dynamic Field', editField: { open: 'form:goal_1' } },
  'edit-field-types': {
    ...panel,
    shows: 'Start and End Time',
    clicks: [button('Answer type: Text')],
    editField: { open: 'sleep' },
  },
  'edit-field-example': {
    ...panel,
    shows: 'Melatonin',
    clicks: [
      { role: 'combobox', name: 'Select an example session' },
      { role: 'option', name: 'Medication follow-up' },
      button('Generate Example'),
    ],
    editField: { open: 'medications' },
  },
  'edit-field-generating': {
    ...panel,
    shows: 'Generating...',
    clicks: [
      { role: 'combobox', name: 'Select an example session' },
      { role: 'option', name: 'Medication follow-up' },
      button('Generate Example'),
    ],
    editField: { open: 'medications', example: 'never' },
  },
  'edit-field-failing': { ...panel, shows: 'Omit names', editField: { open: 'sleep', example: 'fails' } },
}
