import type { DynamicField, FormEdit } from '../../contracts/index.ts'
import type { PageField, PageReading } from '../shapes.ts'
import { wholeForm } from './encounter.ts'
import { dynamicFields } from './form-layout.ts'
import { formFields, linkFields, savedOfForm } from './saved-form.ts'

export const formKey = ({ source, form }: PageReading): string =>
  `${source} ${form?.parts?.length ? `pages ${[...form.parts].sort().join(',').slice(0, 100)}` : (form?.identity ?? '')}`

function known(
  reading: PageReading,
  edits: readonly FormEdit[],
): { edit: FormEdit; field: PageField; on?: PageField }[] {
  const ofThisForm = edits.filter(({ form }) => form === formKey(reading))
  const savedFields = savedOfForm(
    ofThisForm.flatMap(({ field, condition }) => (condition ? [field, condition.on] : [field])),
  )
  const links = linkFields(savedFields, wholeForm(reading).fields)
  return ofThisForm.flatMap((edit) => {
    const field = links.get(edit.field.fieldId)
    const on = edit.condition && links.get(edit.condition.on.fieldId)
    return field ? [{ edit, field, ...(on && { on }) }] : []
  })
}

/**
 * Returns the form's fields as dynamic fields, with the clinician's edits. If a condition compares the answer to a
 * field that is not in the form any more, the condition is left out, so that its field is always asked.
 */
export function editedFields(reading: PageReading, edits: readonly FormEdit[]): DynamicField[] {
  const byId = new Map(known(reading, edits).map((each) => [each.field.id, each]))
  return dynamicFields(wholeForm(reading)).map((dynamicField) => {
    const { edit, on } = byId.get(dynamicField.id) ?? {}
    if (!edit) return dynamicField
    const { id, name, instructions: usual = '' } = dynamicField
    const instructions = edit.instructions?.replace(edit.usual, () => usual)
    return {
      id,
      name,
      ...(instructions && { instructions }),
      ...(edit.condition && on && { condition: { ...edit.condition.asked, id: on.id } }),
    }
  })
}

export function withFormEdit(
  edits: readonly FormEdit[],
  reading: PageReading,
  { id, instructions, condition }: DynamicField,
): FormEdit[] {
  const { fields } = wholeForm(reading)
  const oldEdits = new Set(
    known(reading, edits)
      .filter(({ field }) => field.id === id)
      .map(({ edit }) => edit),
  )
  const others = edits.filter((edit) => !oldEdits.has(edit))
  const of = (fieldId: string) => formFields(fields.filter((each) => each.id === fieldId))[0]
  const field = of(id)
  const dynamicField = dynamicFields(wholeForm(reading)).find((each) => each.id === id)
  if (!field || !dynamicField) return [...others]
  const on = condition && of(condition.id)
  return [
    ...others,
    {
      form: formKey(reading),
      field,
      ...(instructions && { instructions }),
      usual: dynamicField.instructions ?? '',
      ...(condition && on && { condition: { asked: condition, on } }),
    },
  ]
}
