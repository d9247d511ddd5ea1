import type { DynamicField, Field, FormField, Template } from '../contracts/index.ts'

/** The parts of a layout, saved or bundled, that generation needs. */
export interface LayoutContent {
  name: string
  instructions: string
  group?: string | undefined
  fields?: Field[] | undefined
  text?: string | undefined
  form?: FormField[] | undefined
}

/** The id of the one field a text-based layout becomes. */
const textFieldId = 'text'

/** A layout as a template; a text-based one becomes a single field of type `template` (design §4). */
export function toTemplate(layout: LayoutContent, id: string): Template {
  const { name, instructions, group, form } = layout
  const fields: Field[] = layout.fields ?? [{ id: textFieldId, name, type: 'template', text: layout.text ?? '' }]
  return {
    id,
    name,
    instructions,
    fields,
    ...(group === undefined ? {} : { group }),
    ...(form === undefined ? {} : { form }),
  }
}

/** A dynamic field has no type of its own: it is answered as text (spec §3). */
export function toField(dynamic: DynamicField): Field {
  return { ...dynamic, type: 'string' }
}
