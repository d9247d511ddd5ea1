import { isWhole, pageOf, wholeForm } from '../form/encounter.ts'
import { linkFields } from '../form/link.ts'
import { samePatient } from '../form/patient.ts'
import type { SavedField } from '../form/saved-form.ts'
import type {
  FillPlan,
  PageField,
  PagePatient,
  PageReading,
  PageValue,
  PlannedWrite,
  Refusal,
  RefusalReason,
} from '../shapes.ts'
import { type Known, targetOf } from './target.ts'
import { wantedOf } from './wanted.ts'

const hasWords = (value: PageValue): boolean => value.value.some((text) => text.trim() !== '')

/**
 * Finds the field for a value. If its field is on another page of the document, it is not searched by label on this
 * page. The result is then `other-page`, with that page's title in `away` if the page was scanned.
 */
function placed(
  reading: PageReading,
  value: PageValue,
  known: Known,
): { target: PageField | RefusalReason; away?: string } {
  const { fieldId } = value
  const linked = fieldId ? known.links.get(fieldId) : undefined
  const away = linked ? pageOf(reading, linked.id) : null
  if (away && !reading.fields.some(({ id }) => id === linked?.id)) return { target: 'other-page', away: away.title }
  const target = targetOf(reading.fields, value, known)
  return { target: target === 'not-found' && fieldId && !isWhole(reading) ? 'other-page' : target }
}

/** Links the template's fields to the form's fields. Values that belong to no saved field are linked too. */
function knownOf(reading: PageReading, values: PageValue[], saved: readonly SavedField[]): Known {
  const ids = new Set(saved.map(({ id }) => id))
  const loose = new Map(
    values.flatMap(({ fieldId, label }): [string, SavedField][] =>
      fieldId && !ids.has(fieldId) ? [[fieldId, { id: fieldId, label }]] : [],
    ),
  )
  const all: SavedField[] = [...saved, ...loose.values()]
  const links = linkFields(all, wholeForm(reading).fields)
  return {
    links,
    unlinked: all.filter(({ id }) => !links.has(id)),
    claimed: new Set([...[...links.values()].map(({ id }) => id), ...all.map(({ id, pageId = id }) => pageId)]),
  }
}

/**
 * Plans a fill without writing anything (design §7). For each value, the plan has the field with the old and the new
 * value, or a refusal with its reason. An empty value is skipped, so that a fill never clears a field. `patient` is the
 * session's patient; if the page shows another one, every value is refused. `saved` are all fields of the template,
 * answered or not: they identify the form's fields, and a field that belongs to one of them is not matched to another
 * value by its label. A choice that undo could not remove is held back (`confirmLasting`).
 */
export function planFill(
  reading: PageReading,
  values: PageValue[],
  session: { patient?: PagePatient | null; saved?: readonly SavedField[] } = {},
): FillPlan {
  const writes: PlannedWrite[] = []
  const refusals: Refusal[] = []
  const claims = new Map<string, number>()
  const known = knownOf(reading, values, session.saved ?? [])
  const answered = values.filter(hasWords).map((value) => ({ value, ...placed(reading, value, known) }))
  for (const { target } of answered) {
    if (typeof target !== 'string') claims.set(target.id, (claims.get(target.id) ?? 0) + 1)
  }
  const stranger = Boolean(session.patient && reading.patient && !samePatient(session.patient, reading.patient))

  for (const { value, target, away } of answered) {
    const refuse = (reason: RefusalReason): void => {
      const field = typeof target === 'string' ? null : target
      refusals.push({
        fieldId: field?.id ?? value.fieldId ?? '',
        label: field?.label ?? value.label,
        to: value.value,
        reason,
        ...(away !== undefined && { page: away }),
      })
    }
    if (stranger) refuse('wrong-patient')
    else if (reading.form?.signed) refuse('signed')
    else if (typeof target === 'string') refuse(target)
    else if (target.locked) refuse(target.locked)
    else if ((claims.get(target.id) ?? 0) > 1) refuse('ambiguous')
    else {
      const wanted = wantedOf(target, value.value)
      if (typeof wanted === 'string') refuse(wanted)
      else {
        const { id: fieldId, label, kind, irreversible } = target
        writes.push({
          fieldId,
          label,
          kind,
          from: target.value,
          to: wanted,
          ...(irreversible && { irreversible: 'held-back' }),
        })
      }
    }
  }
  return { nonce: reading.nonce, url: reading.url, patient: reading.patient, writes, refusals }
}
