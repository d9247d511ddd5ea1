import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { EditorHost } from '../../../components/template/editor-properties.ts'
import { EditField } from '../../../components/template/field/edit-field.tsx'
import { type DynamicField, type EditorProperty, editorProperties, type Field } from '../../../lib/contracts/index.ts'
import { updateField } from '../../../lib/template/index.ts'
import * as data from './data.ts'

/** The initial state of a scene of the Edit Field panel. */
export interface EditFieldTraits {
  /** The id of the field that is open. */
  open: string
  /** Properties whose controls are switched off. */
  without?: EditorProperty[]
  /** The result of a request for an example answer. `never`: the request does not end, so the panel keeps loading. */
  example?: 'ok' | 'empty' | 'fails' | 'never'
}

/** The calls that the scene's host has received, in order. Tests read them. */
const told: unknown[][] = []
const tell = (...what: unknown[]) => void told.push(structuredClone(what))

const fields: Field[] = [
  {
    id: 'sleep',
    name: 'Sleep',
    type: 'string',
    format: 'bullet',
    instructions: 'Hours, quality and what disturbs it.',
  },
  { id: 'mood', name: 'Mood', type: 'single_choice', options: ['Depressed', 'Anxious', 'Euthymic'] },
  { id: 'risk', name: 'Risk discussed', type: 'boolean', condition: { id: 'mood', equals: 'Depressed' } },
  {
    id: 'plan',
    name: 'Safety plan',
    type: 'template',
    text: '## Plan for [name]\n\nWarning signs: **[signs the client named]**\n\n- [ ] call [trusted person]\n- [x] safe storage discussed',
    condition: { id: 'risk', equals: 'Yes' },
  },
  {
    id: 'medications',
    name: 'Medications',
    type: 'table',
    headers: ['Drug', 'Dose', ''],
    rows: [
      ['Sertraline', '', ''],
      ['', '', ''],
    ],
  },
  {
    id: 'interventions',
    name: 'Interventions',
    type: 'multiple_choice',
    options: ['Active listening', 'Reframing', 'Psychoeducation'],
    condition: { id: 'mood', contains_any: ['Anxious', 'Depressed'] },
    temperature: 0.5,
    model: 1,
  },
  { id: 'waiting', name: 'Waiting', type: 'number', condition: { id: 'round', contains: 'yes' } },
  { id: 'round', name: 'Round', type: 'string', names: false, condition: { id: 'waiting', equals: '' } },
]
const goal: DynamicField = { id: 'form:goal_1', name: 'Goal 1', instructions: 'The first goal of the treatment plan.' }

const examples: Record<string, string[]> = {
  medications: ['Sertraline', '100 mg', 'evening', 'Melatonin', '', 'bedtime'],
  interventions: ['Active listening', 'Reframing'],
  sleep: ['- About six hours most nights\n- Wakes around four'],
  plan: ['## Plan for Dana\n\nWarning signs: **not sleeping**\n\n- [ ] call the sister'],
}

export function EditFieldScene({ traits }: { traits: EditFieldTraits }) {
  const [all, setAll] = useState(fields)
  const [dynamic, setDynamic] = useState(goal)
  const [open, setOpen] = useState<string | null>(traits.open)
  Object.assign(window, { editField: { told, fields: [...all, dynamic] } })
  const field = open === dynamic.id ? dynamic : all.find(({ id }) => id === open)
  const [host] = useState(() => hostOf(traits))
  return (
    <main>
      <h1>DAP note</h1>
      <Group>
        {[...all, dynamic].map(({ id, name }) => (
          <Button key={id} variant="default" size="sm" onClick={() => setOpen(id)}>
            {`Open ${name}`}
          </Button>
        ))}
      </Group>
      {field && (
        <EditField
          field={field}
          fields={all}
          template={{ name: 'DAP note', instructions: 'Write in the third person.' }}
          properties={editorProperties.filter((property) => !traits.without?.includes(property))}
          host={host}
          models={[
            { slot: 0, name: 'On this server' },
            { slot: 1, name: 'Large, hosted' },
          ]}
          onCommit={(edited) => {
            tell('commit', edited)
            if ('type' in edited) {
              setAll((before) => updateField(before, field.id, edited))
              // The saved field may have a new id. Select the new id. With the old id, the panel would be removed
              // before it has called `onClose`.
              setOpen(edited.id)
            } else setDynamic(edited)
          }}
          onClose={() => {
            tell('close')
            setOpen(null)
          }}
        />
      )}
    </main>
  )
}

function hostOf({ example = 'ok' }: EditFieldTraits): EditorHost {
  return {
    async generateExample(request) {
      tell('generateExample', request)
      if (example === 'never') return new Promise(() => undefined)
      if (example === 'fails') throw new Error('The model did not answer.')
      return request.template.fields.map(({ id, type }) => ({
        id,
        type,
        value: example === 'empty' ? [] : (examples[id] ?? ['Yes']),
      }))
    },
    onError: (message) => tell('onError', message),
    exampleSessions: data.examples,
  }
}
