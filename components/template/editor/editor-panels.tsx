import { lazy, Suspense, useEffect, useRef } from 'react'
import type { DynamicField, Field, Template } from '../../../lib/contracts/index.ts'
import { toField } from '../../../lib/template/index.ts'
import { AddField } from '../dialogs/add-field.tsx'
import { DeleteField } from '../dialogs/delete-field.tsx'
import { DynamicFieldsInfo } from '../dialogs/dynamic-fields-info.tsx'
import { FieldSettings } from '../dialogs/field-settings.tsx'
import { GenerateFields } from '../dialogs/generate-fields.tsx'
import type { NamedModel } from '../dialogs/model-names.ts'
import { Models } from '../dialogs/models.tsx'
import type { EditorHost, EditorProperties } from '../editor-properties.ts'
import type { FieldActions } from './use-field-actions.ts'

/** Loaded when a field is first opened, because its text editor is large. */
const EditField = lazy(async () => ({ default: (await import('../field/edit-field.tsx')).EditField }))
const QuickInstructions = lazy(async () => ({
  default: (await import('../dialogs/quick-instructions.tsx')).QuickInstructions,
}))

/** The dialog or panel that is open. Only one can be open. */
export type Panel =
  | { kind: 'add' | 'generate' | 'models' | 'dynamic-info' }
  | { kind: 'open' | 'quick' | 'settings' | 'delete'; fieldId: string; dynamic: boolean }

interface EditorPanelsProps {
  panel: Panel | null
  template: Template
  dynamicFields: readonly DynamicField[]
  properties: EditorProperties
  host: EditorHost
  models: readonly NamedModel[]
  actions: FieldActions
  /** Replaces this panel with another one. */
  onPanel: (panel: Panel) => void
  /**
   * Chooses the field that gets the focus when the panel closes. Without this call, the focus returns to the
   * element that had the focus before the panel opened.
   */
  onFocus: (fieldId: string) => void
  onClose: () => void
}

/** The dialogs and the edit panel of the editor (product 2.6). */
export function EditorPanels(props: EditorPanelsProps) {
  const { panel, template, properties, host, models, actions, onFocus, onClose } = props
  const { fields } = template
  if (panel === null) return null
  switch (panel.kind) {
    case 'add':
      return (
        <AddField
          taken={fields.map(({ id }) => id)}
          withId={properties.includes('field-id')}
          onError={host.onError}
          onClose={onClose}
          onAdd={(field) => {
            if (!actions.add(field)) return
            onFocus(field.id)
            onClose()
          }}
        />
      )
    case 'generate':
      return (
        <GenerateFields
          host={host}
          onClose={onClose}
          onAdd={(generated) => {
            actions.addAll(generated)
            onClose()
          }}
        />
      )
    case 'models':
      return (
        <Models
          fields={fields}
          models={models}
          onClose={onClose}
          onUse={(slot) => {
            actions.giveToModel(slot)
            onClose()
          }}
        />
      )
    case 'dynamic-info':
      return <DynamicFieldsInfo onClose={onClose} />
    default:
      return <FieldPanel {...props} panel={panel} />
  }
}

type OfField = Extract<Panel, { fieldId: string }>

function FieldPanel({ panel, ...props }: EditorPanelsProps & { panel: OfField }) {
  const { template, dynamicFields, properties, host, models, actions, onPanel, onFocus, onClose } = props
  const { fields } = template
  const { kind, fieldId, dynamic } = panel
  const all: readonly (Field | DynamicField)[] = dynamic ? dynamicFields : fields
  const field = all.find(({ id }) => id === fieldId)
  /** The field's current id. It can change when the panel saves its copy while closing. */
  const id = useRef(fieldId)
  const isGone = field === undefined
  useEffect(() => {
    // The field was removed by an undo or by a newer version of the template.
    if (isGone) onClose()
  }, [isGone, onClose])
  if (!field) return null

  const commit = (edited: Field | DynamicField) => {
    if ('type' in edited) {
      const storedId = actions.update(id.current, edited)
      id.current = storedId
      if (storedId !== fieldId) onPanel({ ...panel, fieldId: storedId })
    } else host.changeDynamicField?.(edited)
  }

  switch (kind) {
    case 'open':
      return (
        <Suspense>
          <EditField
            field={field}
            // Dynamic fields are used with any template, so their conditions can refer only to other dynamic fields.
            fields={dynamic ? dynamicFields.map(toField) : fields}
            template={template}
            properties={properties}
            host={host}
            models={models}
            onCommit={commit}
            onClose={onClose}
          />
        </Suspense>
      )
    case 'quick':
      return (
        <Suspense>
          <QuickInstructions
            field={field}
            template={template}
            properties={properties}
            host={host}
            onSave={commit}
            onOther={() => onPanel({ kind: 'open', fieldId: id.current, dynamic })}
            onClose={onClose}
          />
        </Suspense>
      )
    case 'settings':
      return 'type' in field ? (
        <FieldSettings
          field={field}
          models={models}
          onClose={onClose}
          onSave={(edited) => {
            commit(edited)
            onClose()
          }}
        />
      ) : null
    case 'delete':
      return (
        <DeleteField
          onClose={onClose}
          onDelete={() => {
            const nextId = actions.remove(fieldId)
            if (nextId !== undefined) onFocus(nextId)
          }}
        />
      )
  }
}
