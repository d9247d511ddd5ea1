import type { Layout } from '../contracts/index.ts'
import { baseId } from './identity.ts'
import { isReworded } from './likeness.ts'
import type { ControlKind, PageField } from './shapes.ts'
import { fold } from './words.ts'

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
export function driftOf(saved: readonly SavedField[], today: readonly PageField[]): Drift {
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
  const gone = missing.filter((each) => !renamed.some(({ from }) => from === each))
  const added = fresh.filter((each) => !renamed.some(({ to }) => to === each))
  const found = kept.length + renamed.length
  const status =
    saved.length === 0 || found < knownAgain * saved.length
      ? 'unknown'
      : missing.length + added.length === 0
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
export const savedOfLayout = ({ fields }: Pick<Layout, 'fields'>): SavedField[] =>
  (fields ?? []).map((field) => ({
    id: field.id,
    label: field.name,
    ...('options' in field && { options: field.options }),
  }))

/** How many saved fields are of the form that is open, by what does not change from one opening to the next. */
export function sharedFields(saved: readonly { id: string }[], today: readonly { id: string }[]): number {
  const ids = new Set(today.map(({ id }) => baseId(id)))
  return saved.filter(({ id }) => ids.has(baseId(id))).length
}

/** Of saved layouts, those made from the form that is open, best known first; the clinician is offered the first. */
export function layoutsOfForm<Saved extends Pick<Layout, 'fields' | 'source'>>(
  layouts: readonly Saved[],
  source: Layout['source'],
  today: readonly PageField[],
): { layout: Saved; drift: Drift }[] {
  const shared = ({ fields }: Saved): number => sharedFields(fields ?? [], today)
  return layouts
    .filter((layout) => layout.source === source)
    .map((layout) => ({ layout, drift: driftOf(savedOfLayout(layout), today) }))
    .filter(({ drift }) => drift.status !== 'unknown')
    .sort((one, other) => shared(other.layout) - shared(one.layout))
}
