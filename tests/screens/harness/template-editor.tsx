import { Box } from '@mantine/core'
import { useState } from 'react'
import type { Ports } from '../../../components/ports.tsx'
import type { TemplateDraftPort } from '../../../components/template/draft-port.ts'
import { GenerateFieldsPage } from '../../../components/template/editor/generate-fields-page.tsx'
import { TemplateEditor } from '../../../components/template/editor/template-editor.tsx'
import { ChangedMeanwhile, type EditorHost } from '../../../components/template/editor-properties.ts'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import {
  type DynamicField,
  type EditorProperty,
  editorProperties,
  type Field,
  type Template,
} from '../../../lib/contracts/index.ts'
import * as data from './data.ts'

/** The initial state of a scene of the template editor. */
export interface EditorTraits {
  template?: Template
  dynamicFields?: DynamicField[]
  /** Properties whose controls are switched off. */
  without?: EditorProperty[]
  /** Callbacks that the host does not have. */
  hostWithout?: (keyof EditorHost)[]
  /** How a save ends. */
  save?: 'ok' | 'fails' | 'changed' | 'never'
  /** The result of generating fields. */
  generate?: Field[] | 'fails' | 'never'
  draft?: 'empty' | 'kept' | 'kept-older'
}

/** The calls that the scene's host has received, in order. Tests read them. */
const told: unknown[][] = []
Object.assign(window, { told })
const tell = (...what: unknown[]) => void told.push(structuredClone(what))
const pending = <T,>() => new Promise<T>(() => undefined)

export const dapNote: Template = {
  id: 'dap-note',
  name: 'DAP note',
  group: 'Outpatient',
  instructions: 'Write in the third person. Keep the client’s own words for feelings.',
  fields: [
    {
      id: 'data',
      name: 'Data',
      type: 'string',
      format: 'paragraph',
      instructions:
        'What the client said and did in the session, in the order it came up, with the client’s own words for feelings and without any interpretation.',
    },
    { id: 'risk_discussed', name: 'Risk discussed', type: 'boolean' },
    {
      id: 'safety_plan',
      name: 'Safety plan',
      type: 'template',
      text: 'Warning signs: [signs]',
      condition: { id: 'risk_discussed', equals: 'Yes' },
    },
    {
      id: 'interventions',
      name: 'Interventions',
      type: 'multiple_choice',
      options: ['Active listening', 'Reframing', 'Psychoeducation', 'Breathing'],
    },
    {
      id: 'homework',
      name: 'Homework',
      type: 'table',
      headers: ['Task', 'How often', 'Until'],
      rows: [['', '', '']],
      disabled: true,
    },
    {
      id: 'homework_review',
      name: 'Homework review',
      type: 'string',
      condition: { id: 'homework', contains: 'done' },
    },
  ],
}

export const dynamicFields: DynamicField[] = [
  { id: 'form:goal_1', name: 'Goal 1', instructions: 'The first goal of the treatment plan.' },
  { id: 'form:progress', name: 'Progress toward goal 1' },
]

export const proposed: Field[] = [
  { id: 'sleep', name: 'Sleep', type: 'string', instructions: 'Hours, quality and what disturbs it.' },
  { id: 'mood', name: 'Mood', type: 'single_choice', options: ['Depressed', 'Anxious', 'Euthymic'] },
  { id: 'risk_discussed', name: 'Risk discussed', type: 'boolean' },
]

const theirs: Template = {
  ...dapNote,
  instructions: 'Write in the first person.',
  fields: dapNote.fields.filter(({ id }) => id !== 'interventions'),
}
const edited: Template = { ...dapNote, name: 'DAP note for groups' }

function draftPort(draft: EditorTraits['draft']): TemplateDraftPort | undefined {
  if (draft === undefined) return undefined
  const older = draft === 'kept-older'
  return {
    load: async () =>
      draft === 'empty' ? null : { saved: older ? { ...dapNote, instructions: 'Before.' } : dapNote, edited },
    save: async (unsaved) => tell('draft.save', unsaved),
    clear: async () => tell('draft.clear'),
  }
}

export function TemplateEditorScene({ traits, ports }: { traits: EditorTraits; ports: Ports }) {
  const [template, setTemplate] = useState(traits.template ?? dapNote)
  const [dynamic, setDynamic] = useState(traits.dynamicFields ?? dynamicFields)
  const [draft] = useState(() => draftPort(traits.draft))
  const [host] = useState(() => hostOf(traits, ports, setTemplate, setDynamic))
  return (
    <Box component="main" p="md">
      <TemplateEditor
        template={template}
        dynamicFields={dynamic}
        properties={editorProperties.filter((property) => !traits.without?.includes(property))}
        host={host}
        models={[
          { slot: 0, name: 'On this server' },
          { slot: 1, name: 'Large, hosted' },
        ]}
        status="version 7"
        onBack={() => tell('back')}
        {...(draft ? { draft } : {})}
      />
    </Box>
  )
}

export function GenerateFieldsScene({ traits, ports }: { traits: EditorTraits; ports: Ports }) {
  const [host] = useState(() => hostOf(traits, ports))
  return (
    <Box component="main" p="md">
      <GenerateFieldsPage
        host={host}
        templateName="DAP note"
        onAdd={(fields) => tell('add', fields)}
        onBack={() => tell('back')}
      />
    </Box>
  )
}

export function PhraseScene() {
  const [opened, setOpened] = useState(true)
  return (
    <Box component="main" p="md">
      <h1>Your account</h1>
      <ConfirmDialog
        opened={opened}
        title="Delete Account"
        text="Everything you saved is deleted with it. This cannot be undone."
        confirmLabel="Delete"
        phrase="delete my account"
        onConfirm={() => tell('confirmed')}
        onClose={() => setOpened(false)}
      />
    </Box>
  )
}

function hostOf(
  traits: EditorTraits,
  ports: Ports,
  setTemplate: (template: Template) => void = () => undefined,
  setDynamic: (change: (fields: DynamicField[]) => DynamicField[]) => void = () => undefined,
): EditorHost {
  let saves = 0
  const host: EditorHost = {
    async generateFields(input) {
      tell('generateFields', input)
      if (traits.generate === 'fails') throw new Error('The model did not answer.')
      if (traits.generate === 'never') return pending()
      return traits.generate ?? proposed
    },
    async generateExample({ template }) {
      tell('generateExample', template)
      return template.fields.map(({ id, type }) => ({ id, type, value: ['About six hours most nights.'] }))
    },
    async checkToken() {
      tell('checkToken')
    },
    async save(template, how) {
      tell('save', template, { replaceNewer: how.replaceNewer })
      saves++
      if (traits.save === 'never') return pending()
      if (traits.save === 'fails' && saves === 1) throw new Error('The server did not answer.')
      if (traits.save === 'changed' && !how.replaceNewer) throw new ChangedMeanwhile(theirs)
      setTemplate(structuredClone(template))
    },
    async changeGroup(group) {
      tell('changeGroup', group)
    },
    changeDynamicField(field) {
      tell('changeDynamicField', field)
      setDynamic((fields) => fields.map((each) => (each.id === field.id ? field : each)))
    },
    onError: (message) => tell('onError', message),
    log: (message) => tell('log', message),
    exampleSessions: data.examples,
    dictation: { recorder: ports.recorder, language: 'en', microphoneId: null, gain: 1 },
  }
  for (const name of traits.hostWithout ?? []) delete host[name]
  return host
}
