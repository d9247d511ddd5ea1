import { useState } from 'react'
import type { Layout } from '../../../lib/contracts/index.ts'
import { limits } from '../../../lib/contracts/limits.ts'
import { sharedFields } from '../../../lib/page/form/drift.ts'
import { wholeForm } from '../../../lib/page/form/encounter.ts'
import { dynamicFields } from '../../../lib/page/form/form-layout.ts'
import { linkFields } from '../../../lib/page/form/link.ts'
import { savedOfLayout } from '../../../lib/page/form/saved-form.ts'
import type { PageReading } from '../../../lib/page/shapes.ts'
import type { PageShare } from '../../panel/working-session.ts'
import { samePatient, type Whose } from '../chart-view.ts'
import { standingValues } from './draft.ts'

/** A template of this EHR that knows nothing of the form needs the form's fields to fill it. */
const suggested = (layout: Layout | null, reading: PageReading): boolean =>
  layout !== null && layout.source === reading.source && sharedFields(savedOfLayout(layout), reading.fields) === 0

/**
 * What the page shares with a note, as the clinician decides. `reading` is null unless it shows the session's patient: what
 * stands in another chart never goes along.
 */
export function usePageShare(reading: PageReading | null, chosen: Layout | null) {
  const [given, setGiven] = useState(false)
  const [asked, setAsked] = useState<boolean | null>(null)
  const open = reading?.form && !reading.form.signed ? wholeForm(reading) : null
  const fields = open ? dynamicFields(open) : []
  const links = open && chosen ? linkFields(savedOfLayout(chosen), open.fields) : new Map<string, never>()
  const ofTemplate = new Set([...links.values()].map(({ id }) => id))
  const asks = asked ?? (open ? suggested(chosen, open) : false)
  return {
    given,
    setGiven,
    asks,
    setAsks: setAsked,
    /** Fields of the form that can be asked. */
    count: fields.length,
    share(): PageShare {
      const values = reading && given ? standingValues(reading) : []
      return {
        page_values: values
          .filter(({ label, value }) => label && value.length <= limits.pageValueMax)
          .slice(0, limits.fieldsMax)
          .map(({ label, value }) => ({ label: label.slice(0, limits.nameMax), value })),
        dynamicFields: asks ? fields.filter(({ id }) => !ofTemplate.has(id)) : [],
      }
    },
  }
}

/** The open page where it shows this patient; null where it shows another, or nobody. */
export const sharedBy = (reading: PageReading | null, patient: Whose | null): PageReading | null =>
  reading?.patient && patient && samePatient(reading.patient, patient) ? reading : null
