import type { DynamicField, Field, FormField, Template } from '../contracts/index.ts'

export interface LayoutContent {
  name: string
  instructions: string
  language?: string | undefined
  group?: string | undefined
  fields?: Field[] | undefined
  text?: string | undefined
  form?: FormField[] | undefined
}

const textFieldId = 'text'

/** Converts a layout to a template. A text-based layout becomes one field of type `template` (product 3.7). */
export function toTemplate(layout: LayoutContent, id: string): Template {
  const { name, instructions, language, group, form } = layout
  const fields: Field[] = layout.fields ?? [{ id: textFieldId, name, type: 'template', text: layout.text ?? '' }]
  return {
    id,
    name,
    instructions,
    fields,
    ...(language === undefined ? {} : { language }),
    ...(group === undefined ? {} : { group }),
    ...(form === undefined ? {} : { form }),
  }
}

/** Converts a dynamic field to a text field, because dynamic fields have no type (product 3.5). */
export function toField(dynamic: DynamicField): Field {
  return { ...dynamic, type: 'string' }
}
