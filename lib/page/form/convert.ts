import type { FormField, Layout } from '../../contracts/index.ts'
import type { PageReading } from '../shapes.ts'
import { driftFrom } from './drift.ts'
import { isWhole, wholeForm } from './encounter.ts'
import { linkFields } from './link.ts'
import { formFields, savedOfLayout } from './saved-form.ts'

/**
 * What a layout that an earlier version saved would keep of the form that is open. Earlier versions kept nothing but the
 * fields' identities, which contained labels: the next change of a label rule would lose them. null: the layout keeps its
 * form already, was not made from this form, or a page of the form was not seen yet.
 */
export function formToKeep(
  layout: Pick<Layout, 'fields' | 'form' | 'source'>,
  reading: PageReading,
): FormField[] | null {
  if (layout.form || layout.source !== reading.source || !isWhole(reading)) return null
  const saved = savedOfLayout(layout)
  if (driftFrom(saved, reading).status === 'unknown') return null
  const links = linkFields(saved, wholeForm(reading).fields)
  return [...links].flatMap(([fieldId, field]) => formFields([field]).map((each) => ({ ...each, fieldId })))
}
