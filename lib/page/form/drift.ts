import type { Layout } from '../../contracts/index.ts'
import type { ControlKind, PageField, PageReading } from '../shapes.ts'
import { fold, hash } from '../words.ts'
import { isWhole, wholeForm } from './encounter.ts'
import { baseId } from './identity.ts'
import { isReworded } from './likeness.ts'

/** What is kept of a form's field, to know it again. */
export interface SavedField {
  id: string
  label: string
  section?: string
  kind?: ControlKind
  options?: string[]
  /** Its controls' names; digits in them do not count. */
  names?: string[]
}

export interface Drift {
  /** `unknown`: too little in common to be called the same form. */
  status: 'same' | 'changed' | 'unknown'
  added: PageField[]
  gone: SavedField[]
  /** The same question under other words or in another place: to be confirmed before anything is filled by it. */
  renamed: { from: SavedField; to: PageField }[]
}

/** Less than this part of the saved fields found again is another form. */
const knownAgain = 0.5

interface Judged {
  /** Whether all of the form was seen. Of one page among several, what it does not have may stand on another: it is not called gone. */
  whole?: boolean
}

const masked = (name: string | undefined): string => (name ?? '').replace(/\d+/g, '#')
const sameOptions = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((option, at) => fold(option) === fold(other[at] ?? ''))

/** Whether a field of today could be a saved one under another name: as much as both show must agree, and something must. */
function couldBe(saved: SavedField, field: PageField): boolean {
  if (saved.kind && saved.kind !== field.kind) return false
  if (saved.options && !sameOptions(saved.options, field.options)) return false
  const sameName = Boolean(saved.names?.[0]) && masked(saved.names?.[0]) === masked(field.names[0])
  const exactName = sameName && saved.names?.[0] === field.names[0]
  return exactName || fold(saved.label) === fold(field.label) || isReworded(saved.label, field.label)
}

/**
 * The saved identity of a form against the form of today (design §7): what is new, gone or renamed. Pure. A field that
 * could be several saved ones, or the other way round, is not called renamed: it is gone and new.
 */
export function driftOf(
  saved: readonly SavedField[],
  today: readonly PageField[],
  { whole = true }: Judged = {},
): Drift {
  const ids = new Set(today.map(({ id }) => id))
  const kept = saved.filter(({ id }) => ids.has(id))
  const keptIds = new Set(kept.map(({ id }) => id))
  const missing = saved.filter(({ id }) => !keptIds.has(id))
  const fresh = today.filter(({ id, locked }) => !keptIds.has(id) && !locked)

  const renamed: Drift['renamed'] = []
  for (const from of missing) {
    const [to, ...others] = fresh.filter((field) => couldBe(from, field))
    const rivals = to ? missing.filter((each) => couldBe(each, to)).length : 0
    if (to && others.length === 0 && rivals === 1) renamed.push({ from, to })
  }
  const unfound = missing.filter((each) => !renamed.some(({ from }) => from === each))
  const gone = whole ? unfound : []
  const added = fresh.filter((each) => !renamed.some(({ to }) => to === each))
  const found = kept.length + renamed.length
  // Where only a part was seen, it is that part that must be known again.
  const asked = whole ? saved.length : Math.min(saved.length, kept.length + fresh.length)
  const status =
    found === 0 || found < knownAgain * asked
      ? 'unknown'
      : renamed.length + gone.length + added.length === 0
        ? 'same'
        : 'changed'
  return { status, added, gone, renamed }
}

/** What to keep of a form that was read. */
export const savedFields = (fields: readonly PageField[]): SavedField[] =>
  fields
    .filter(({ locked }) => !locked)
    .map(({ id, label, section, kind, options, names }) => ({ id, label, section, kind, options, names }))

/** What a saved layout tells of the form it was made from: its fields carry the form's identities. */
export const savedOfLayout = ({ fields = [] }: { fields?: readonly SavedQuestion[] | undefined }): SavedField[] =>
  fields.map(({ id, name, options }) => ({ id, label: name, ...(options && { options }) }))

/** A layout's field, as much of it as a form is known by. */
export interface SavedQuestion {
  id: string
  name: string
  options?: string[]
}

/** How many saved fields are of the form that is open, by what does not change from one opening to the next. */
export function sharedFields(saved: readonly { id: string }[], today: readonly { id: string }[]): number {
  const ids = new Set(today.map(({ id }) => baseId(id)))
  return saved.filter(({ id }) => ids.has(baseId(id))).length
}

/** What a form changed to, named: the same change of the same form has the same name, on any day and for any patient. */
export const driftState = ({ form }: Pick<PageReading, 'form'>, { added, gone, renamed }: Drift): string =>
  hash(
    JSON.stringify([
      form?.identity ?? '',
      ...[
        added.map(({ id }) => id),
        gone.map(({ id }) => id),
        renamed.map(({ from, to }) => `${from.id} ${to.id}`),
      ].map((ids) => ids.map(baseId).sort()),
    ]),
  )

/** What changed in the open form since a layout's fields were saved; of a document of several pages, in those that were seen. */
export const driftFrom = (saved: readonly SavedField[], reading: PageReading): Drift =>
  driftOf(saved, wholeForm(reading).fields, { whole: isWhole(reading) })

/** Of saved layouts, those made from the form that is open, best known first; the clinician is offered the first. */
export function layoutsOfForm<Saved extends Pick<Layout, 'fields' | 'source'>>(
  layouts: readonly Saved[],
  reading: PageReading,
): { layout: Saved; drift: Drift }[] {
  const today = wholeForm(reading).fields
  const shared = ({ fields }: Saved): number => sharedFields(fields ?? [], today)
  return layouts
    .filter((layout) => layout.source === reading.source)
    .map((layout) => ({ layout, drift: driftFrom(savedOfLayout(layout), reading) }))
    .filter(({ drift }) => drift.status !== 'unknown')
    .sort((one, other) => shared(other.layout) - shared(one.layout))
}
