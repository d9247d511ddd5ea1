import type { Layout, LayoutDraft, Template } from '../../lib/contracts/index.ts'
import { toTemplate } from '../../lib/template/index.ts'

/** Converts a layout for the editor. A text-based layout becomes one template field (product 3.7). */
export const templateOf = (layout: Layout): Template => toTemplate(layout, layout._id)

export function draftOf(layout: Layout): LayoutDraft {
  const { name, type, source, description, instructions, language, group, fields, text, form, config } = layout
  return {
    name,
    type,
    source,
    description,
    instructions,
    config,
    ...(language === undefined ? {} : { language }),
    ...(group === undefined ? {} : { group }),
    ...(text === undefined ? { fields: fields ?? [] } : { text }),
    ...(form === undefined ? {} : { form }),
  }
}

/**
 * Returns a layout with the editor's changes. A text-based layout stays text-based if the template still consists of
 * one template field that is named like the template, and if this field has no settings besides its text.
 */
export function draftWith(layout: Layout, template: Template): LayoutDraft {
  const { name, instructions, language, group, fields } = template
  const { language: _language, group: _group, fields: _fields, text: _text, ...rest } = draftOf(layout)
  return {
    ...rest,
    name,
    instructions,
    ...(language === undefined ? {} : { language }),
    ...(group === undefined ? {} : { group }),
    ...(onlyText(layout, template) ?? { fields }),
  }
}

function onlyText(layout: Layout, { name, fields }: Template): { text: string } | null {
  const [field, ...others] = fields
  if (layout.text === undefined || others.length > 0 || field?.type !== 'template') return null
  const { id: _id, type: _type, name: fieldName, text, ...otherKeys } = field
  return Object.keys(otherKeys).length === 0 && (fieldName === name || fieldName === layout.name) ? { text } : null
}
