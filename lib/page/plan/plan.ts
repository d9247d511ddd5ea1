import { isWhole, pageOf } from '../form/encounter.ts'
import { samePatient } from '../form/patient.ts'
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
import { targetOf } from './target.ts'
import { wantedOf } from './wanted.ts'

const hasWords = (value: PageValue): boolean => value.value.some((text) => text.trim() !== '')

/**
 * The field a value is meant for. One of another page of the document is not looked for by its label on this one: it waits
 * until that page is open, `away` by its title where that page was seen.
 */
function placed(
  reading: PageReading,
  value: PageValue,
  taken: ReadonlySet<string>,
): { target: PageField | RefusalReason; away?: string } {
  const { fieldId } = value
  const away = fieldId && !reading.fields.some(({ id }) => id === fieldId) ? pageOf(reading, fieldId) : null
  if (away) return { target: 'other-page', away: away.title }
  const target = targetOf(reading.fields, value, taken)
  return { target: target === 'not-found' && fieldId && !isWhole(reading) ? 'other-page' : target }
}

/**
 * What a fill would do, from plain data (design §7): for each value the field, old and new, or a refusal with its
 * reason. A value without words writes nothing: what was not said clears nothing. `patient` is the one the session
 * belongs to; where the page shows another, everything is refused. `layoutIds` are the identities of the layout's fields,
 * answered or not: a field that is one of them is nobody else's by its label. A choice that undo could not take away is held
 * back (`confirmLasting`).
 */
export function planFill(
  reading: PageReading,
  values: PageValue[],
  session: { patient?: PagePatient | null; layoutIds?: readonly string[] } = {},
): FillPlan {
  const writes: PlannedWrite[] = []
  const refusals: Refusal[] = []
  const claims = new Map<string, number>()
  const taken = new Set([...(session.layoutIds ?? []), ...values.flatMap(({ fieldId }) => fieldId ?? [])])
  const said = values.filter(hasWords).map((value) => ({ value, ...placed(reading, value, taken) }))
  for (const { target } of said) {
    if (typeof target !== 'string') claims.set(target.id, (claims.get(target.id) ?? 0) + 1)
  }
  const stranger = Boolean(session.patient && reading.patient && !samePatient(session.patient, reading.patient))

  for (const { value, target, away } of said) {
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
        const { id: fieldId, label, kind, lasting } = target
        writes.push({ fieldId, label, kind, from: target.value, to: wanted, ...(lasting && { lasting: 'held-back' }) })
      }
    }
  }
  return { nonce: reading.nonce, url: reading.url, patient: reading.patient, writes, refusals }
}
