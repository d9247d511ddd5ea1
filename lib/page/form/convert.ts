import type { FormField, Layout } from '../../contracts/index.ts'
import type { PageReading } from '../shapes.ts'
import { driftFrom } from './drift.ts'
import { isWhole, wholeForm } from './encounter.ts'
import { linkFields } from './link.ts'
import { formFields, savedOfLayout } from './saved-form.ts'

/**
 * Returns the form data to add to a layout that was saved by an earlier version of Chartside. Earlier versions stored
 * only field ids, and these ids depend on the labels. If a later version finds other labels, such a layout is no longer
 * recognised. Returns null if the layout already has form data, if it was not made from this form, or if a page of the
 * form was not scanned yet.
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
