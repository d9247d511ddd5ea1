import type { FormField, Layout } from '../../contracts/index.ts'
import type { PageField, PageReading } from '../shapes.ts'
import { hash } from '../words.ts'
import { isWhole, wholeForm } from './encounter.ts'
import { baseId } from './identity.ts'
import { couldBe, formFields, isCalledAsSaved, linkFields, type SavedField, savedOfLayout } from './saved-form.ts'

export interface Drift {
  status: 'same' | 'changed' | 'unknown'
  added: PageField[]
  gone: SavedField[]
  /**
   * Pairs of a saved field and a field of the open form that are probably the same question: its label or its control
   * has changed. The clinician must confirm such a change before a fill uses the field.
   */
  renamed: { from: SavedField; to: PageField }[]
  links: ReadonlyMap<string, PageField>
}

const knownAgain = 0.5

interface Judged {
  whole?: boolean
}

/**
 * Compares the saved form with the open form (product 11.2): which fields are new, gone or renamed. A field counts as
 * renamed only if it is the only possible match of a saved field, and this saved field is its only possible match.
 * Otherwise the field is reported as new, and the saved field as gone.
 */
export function driftOf(
  savedFields: readonly SavedField[],
  today: readonly PageField[],
  { whole: isWhole = true }: Judged = {},
): Drift {
  const links = linkFields(savedFields, today)
  const linked = new Set(links.values())
  const missingFields = savedFields.filter(({ id }) => !links.has(id))
  const fresh = today.filter((field) => !linked.has(field) && !field.locked)

  const renamed: Drift['renamed'] = []
  for (const from of savedFields) {
    const to = links.get(from.id)
    if (to && !isCalledAsSaved(from, to)) renamed.push({ from, to })
  }
  const sameCount = links.size - renamed.length
  for (const from of missingFields) {
    const [to, ...others] = fresh.filter((field) => couldBe(from, field))
    const rivals = to ? missingFields.filter((each) => couldBe(each, to)).length : 0
    if (to && others.length === 0 && rivals === 1) renamed.push({ from, to })
  }
  const unfound = missingFields.filter((each) => !renamed.some(({ from }) => from === each))
  const goneFields = isWhole ? unfound : []
  // No question can be asked about a field without a label, so such a field is not reported as new.
  const newFields = fresh.filter((each) => each.label !== '' && !renamed.some(({ to }) => to === each))
  const foundCount = sameCount + renamed.length
  // If only some pages were scanned, the saved fields of the other pages cannot be found. The number of saved fields to
  // find is then at most the number of fields on the scanned pages.
  const expectedCount = isWhole ? savedFields.length : Math.min(savedFields.length, links.size + fresh.length)
  const status =
    foundCount === 0 || foundCount < knownAgain * expectedCount
      ? 'unknown'
      : renamed.length + goneFields.length + newFields.length === 0
        ? 'same'
        : 'changed'
  return { status, added: newFields, gone: goneFields, renamed, links }
}

/**
 * Returns a key for a change of a form. The same change of the same form has the same key, on any day and for any
 * patient. With this key, the panel does not ask again about a change that the clinician has accepted.
 */
export const driftState = (
  { form }: Pick<PageReading, 'form'>,
  { added: newFields, gone: goneFields, renamed }: Drift,
): string =>
  hash(
    JSON.stringify([
      form?.identity ?? '',
      ...[
        newFields.map(({ id }) => id),
        goneFields.map(({ id }) => id),
        renamed.map(({ from, to }) => `${from.id} ${to.id}`),
      ].map((ids) => ids.map(baseId).sort()),
    ]),
  )

export const driftFrom = (savedFields: readonly SavedField[], reading: PageReading): Drift =>
  driftOf(savedFields, wholeForm(reading).fields, { whole: isWhole(reading) })

/** Returns what changed in the open form since the template was made (product 11.2). */
export function driftSince(savedFields: readonly SavedField[], reading: PageReading): Drift | null {
  const drift = reading.form && driftFrom(savedFields, reading)
  return drift?.status === 'changed' && drift.links.size > 0 ? drift : null
}

/**
 * Returns true if a change of the form could put a value into a wrong field. New fields cannot cause this, because the
 * template does not write them.
 */
export const leadsAstray = ({ gone: goneFields, renamed }: Pick<Drift, 'gone' | 'renamed'>): boolean =>
  goneFields.length + renamed.length > 0

/**
 * Returns the saved layouts that were made from the open form, best match first. The clinician is offered the first
 * one.
 */
export function layoutsOfForm<Saved extends Pick<Layout, 'fields' | 'form' | 'source'>>(
  layouts: readonly Saved[],
  reading: PageReading,
): { layout: Saved; drift: Drift }[] {
  return layouts
    .filter((layout) => layout.source === reading.source)
    .map((layout) => ({ layout, drift: driftFrom(savedOfLayout(layout), reading) }))
    .filter(({ drift }) => drift.status !== 'unknown')
    .sort((one, otherMatch) => otherMatch.drift.links.size - one.drift.links.size)
}

/**
 * Returns the layout that was made from the open form, if it can be used without a question: the form is stored with it,
 * and no change of the form could put a value into a wrong field. Otherwise null.
 */
export function layoutThatFits<Saved extends Pick<Layout, 'fields' | 'form' | 'source'>>(
  layouts: readonly Saved[],
  reading: PageReading,
): Saved | null {
  const [best] = reading.form && !reading.form.signed ? layoutsOfForm(layouts, reading) : []
  return best?.layout.form !== undefined && !leadsAstray(best.drift) ? best.layout : null
}

export function formToKeep(
  layout: Pick<Layout, 'fields' | 'form' | 'source'>,
  reading: PageReading,
): FormField[] | null {
  if (layout.form || layout.source !== reading.source || !isWhole(reading)) return null
  const { status, links } = driftFrom(savedOfLayout(layout), reading)
  if (status === 'unknown') return null
  return [...links].flatMap(([fieldId, field]) => formFields([field]).map((each) => ({ ...each, fieldId })))
}
