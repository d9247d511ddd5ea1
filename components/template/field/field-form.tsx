import { Checkbox, Stack, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type Field, limits, type Template } from '../../../lib/contracts/index.ts'
import { checkFieldId } from '../../../lib/template/index.ts'
import type { PendingChanges } from '../../editor/rich-editor.tsx'
import { LoadingCards } from '../../ui/faces.tsx'
import type { NamedModel } from '../dialogs/model-names.ts'
import type { EditorHost, EditorProperties } from '../editor-properties.ts'
import { AdvancedOptions } from './advanced-options.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { ExampleTester } from './example-tester.tsx'
import { FormatSelect } from './format-select.tsx'
import { InstructionsInput } from './instructions-input.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { TableEditor } from './table-editor.tsx'
import { type AnyField, type ChangeField, withKeys } from './use-field-copy.ts'

/** Loaded only when needed, because this editor is large and only fields of the type `template` use it. */
const TemplateTextEditor = lazy(async () => ({
  default: (await import('../../editor/template-text-editor.tsx')).TemplateTextEditor,
}))

export interface FieldFormProps {
  field: AnyField
  current: () => AnyField
  change: ChangeField
  /** The original id of the field, which other fields refer to. */
  knownAs: string
  fields: readonly Field[]
  template: Pick<Template, 'name' | 'instructions' | 'language'> | undefined
  properties: EditorProperties
  host: EditorHost
  models: readonly NamedModel[]
  pending: PendingChanges
}

/** All settings of a field (product 2.11). */
export function FieldForm(props: FieldFormProps) {
  const { field, current, change, knownAs, fields, template, properties, host, models, pending } = props
  const shows = (property: EditorProperties[number]) => properties.includes(property)
  const typedField = 'type' in field ? field : null
  const changeTyped = (update: (before: Field) => Field) =>
    change((oldField) => ('type' in oldField ? update(oldField) : oldField))
  const takenIds = fields.flatMap(({ id }) => (id === knownAs ? [] : [id]))
  const withTemperature = shows('temperature')
  const withModels = shows('models') && models.length > 0
  return (
    <Stack gap="md">
      {shows('field-id') && (
        <TextInput
          label="Field ID"
          autoComplete="off"
          spellCheck={false}
          // The id of a dynamic field comes from the page's form.
          readOnly={!typedField}
          maxLength={limits.identifierMax}
          error={typedField && checkFieldId(field.id, takenIds)}
          value={field.id}
          onChange={({ currentTarget: { value } }) => change((oldField) => ({ ...oldField, id: value }))}
        />
      )}
      <TextInput
        label="Field name"
        autoComplete="off"
        data-autofocus
        // The name of a dynamic field comes from the page's form.
        readOnly={!typedField}
        maxLength={limits.nameMax}
        error={field.name.trim() === '' && 'A field needs a name'}
        value={field.name}
        onChange={({ currentTarget: { value } }) => change((oldField) => ({ ...oldField, name: value }))}
      />
      <InstructionsInput
        value={field.instructions}
        onChange={(instructions) => change((oldField) => withKeys(oldField, { instructions }))}
      />
      {typedField && <OfType field={typedField} properties={properties} pending={pending} change={changeTyped} />}
      {shows('examples') && <ExampleTester field={current} template={template} host={host} />}
      <ConditionEditor
        field={{ ...field, id: knownAs }}
        fields={fields}
        onChange={(condition) => change((oldField) => withKeys(oldField, { condition }))}
      />
      {typedField && (withTemperature || withModels) && (
        <AdvancedOptions
          field={typedField}
          withTemperature={withTemperature}
          withModels={withModels}
          models={models}
          onChange={changeTyped}
        />
      )}
    </Stack>
  )
}

interface OfTypeProps {
  field: Field
  properties: EditorProperties
  pending: PendingChanges
  change: (next: (before: Field) => Field) => void
}

/** The settings that belong to one answer type. */
function OfType({ field, properties, pending, change }: OfTypeProps) {
  switch (field.type) {
    case 'string':
      return (
        <>
          {properties.includes('format') && (
            <FormatSelect field={field} onChange={(newField) => change(() => newField)} />
          )}
          {properties.includes('omit-names') && (
            <Checkbox
              label="Omit names"
              description="People’s names are left out of the answer."
              checked={field.names === false}
              onChange={({ currentTarget: { checked: isChecked } }) => {
                const { names: _before, ...rest } = field
                change(() => (isChecked ? { ...rest, names: false } : rest))
              }}
            />
          )}
        </>
      )
    case 'single_choice':
    case 'multiple_choice':
      return properties.includes('options') ? (
        <OptionsEditor options={field.options} onChange={(options) => change(() => ({ ...field, options }))} />
      ) : null
    case 'table':
      return (
        <TableEditor
          field={field}
          pending={pending}
          onChange={(table) => change((oldField) => (oldField.type === 'table' ? { ...oldField, ...table } : oldField))}
        />
      )
    case 'template':
      return (
        <Suspense fallback={<LoadingCards count={1} height={260} />}>
          <TemplateTextEditor
            label="Template text"
            initial={field.text}
            pending={pending}
            onChange={(text) => change((oldField) => (oldField.type === 'template' ? { ...oldField, text } : oldField))}
          />
        </Suspense>
      )
    default:
      return null
  }
}
