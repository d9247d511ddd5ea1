import type { FormField, Layout } from '../../contracts/index.ts'
import type { PageReading } from '../shapes.ts'
import { driftFrom } from './drift.ts'
import { isWhole, wholeForm } from './encounter.ts'
import { formFields, linkFields, savedOfLayout } from './saved-form.ts'

/**
 * Returns the form data to store in a layout that an earlier version saved. Those versions stored only field ids that
 * contain labels. After a change of a label rule, such a layout would not be recognised any more. Returns null if the
 * layout already has its form, was not made from this form, or a page of the form was not scanned yet.
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
