import { useState } from 'react'
import type { DynamicField, Layout } from '../../../lib/contracts/index.ts'
import { limits } from '../../../lib/contracts/limits.ts'
import { wholeForm } from '../../../lib/page/form/encounter.ts'
import { editedFields } from '../../../lib/page/form/form-edits.ts'
import { dynamicFields } from '../../../lib/page/form/form-layout.ts'
import { samePatient } from '../../../lib/page/form/patient.ts'
import { linkFields, savedOfLayout } from '../../../lib/page/form/saved-form.ts'
import type { PagePatient, PageReading } from '../../../lib/page/shapes.ts'
import type { PageShare } from '../../panel/working-session.ts'
import { standingValues } from './draft.ts'
import { useFormEdits } from './use-form-edits.ts'

/**
 * Manages which page data goes into the request for a note. Pass `reading: null` if the page does not show the
 * session's patient, so that data of another chart is never sent.
 */
export function usePageShare(reading: PageReading | null, layout: Layout | null, email: string) {
  const { read: readEdits } = useFormEdits(email)
  const [isGiven, setGiven] = useState(false)
  const [choice, setChoice] = useState<boolean | null>(null)
  const openForm = reading?.form && !reading.form.signed ? wholeForm(reading) : null
  const fields = openForm ? dynamicFields(openForm) : []
  const links = openForm && layout ? linkFields(savedOfLayout(layout), openForm.fields) : new Map<string, never>()
  const disabled = new Set(layout?.fields?.flatMap((field) => (field.disabled ? [field.id] : [])))
  /**
   * Maps the id of a form field to the id of the template field for the same question. The value is null if the
   * template field is disabled.
   */
  const askedAs = new Map([...links].map(([id, field]) => [field.id, disabled.has(id) ? null : id]))
  /**
   * True if the chosen template was made for this EHR, but has none of the form's fields. The note then also answers
   * the fields of the form by default. Otherwise the note could not fill the form.
   */
  const suggested = openForm !== null && layout?.source === openForm.source && links.size === 0
  const asks = choice ?? suggested
  return {
    given: isGiven,
    setGiven,
    asks,
    setAsks: setChoice,
    /**
     * The number of the form's fields that a note can answer. Fields that the template already contains are counted,
     * too.
     */
    count: fields.length,
    async share(): Promise<PageShare> {
      const edited = openForm && asks ? editedFields(openForm, await readEdits()) : []
      const values = reading && isGiven ? standingValues(reading) : []
      return {
        page_values: values
          .filter(({ label, value }) => label && value.length <= limits.pageValueMax)
          .slice(0, limits.fieldsMax)
          .map(({ label, value }) => ({ label: label.slice(0, limits.nameMax), value })),
        dynamicFields: edited.filter(({ id }) => !askedAs.has(id)).map((field) => asAsked(field, askedAs)),
      }
    },
  }
}

/**
 * Corrects the condition of a form field that depends on another form field. If the template already has a field for
 * the question of that other field, the note answers only the template's field. So the condition gets the id of the
 * template's field. If the template's field is disabled, the condition is removed, because it could not be evaluated.
 */
function asAsked(field: DynamicField, askedAs: ReadonlyMap<string, string | null>): DynamicField {
  const { condition, ...rest } = field
  const newId = condition ? askedAs.get(condition.id) : undefined
  if (!condition || newId === undefined) return field
  return newId === null ? rest : { ...rest, condition: { ...condition, id: newId } }
}

/** Returns the reading if the page shows this patient, otherwise null. */
export const sharedBy = (reading: PageReading | null, patient: PagePatient | null): PageReading | null =>
  reading?.patient && patient && samePatient(reading.patient, patient) ? reading : null
