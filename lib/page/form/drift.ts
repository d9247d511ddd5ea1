import type { Layout } from '../../contracts/index.ts'
import type { PageField, PageReading } from '../shapes.ts'
import { hash } from '../words.ts'
import { isWhole, wholeForm } from './encounter.ts'
import { baseId } from './identity.ts'
import { couldBe, isCalledAsSaved, linkFields } from './link.ts'
import { type SavedField, savedOfLayout } from './saved-form.ts'

export interface Drift {
  /** `unknown`: too little in common to be called the same form. */
  status: 'same' | 'changed' | 'unknown'
  added: PageField[]
  gone: SavedField[]
  /** The same control under other words, or the same question at another control: to be confirmed before anything is filled by it. */
  renamed: { from: SavedField; to: PageField }[]
}

/** Less than this part of the saved fields found again is another form. */
const knownAgain = 0.5

interface Judged {
  /** Whether all of the form was seen. Of one page among several, what it does not have may stand on another: it is not called gone. */
  whole?: boolean
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
  const links = linkFields(saved, today)
  const linked = new Set(links.values())
  const missing = saved.filter(({ id }) => !links.has(id))
  const fresh = today.filter((field) => !linked.has(field) && !field.locked)

  const renamed: Drift['renamed'] = []
  for (const from of saved) {
    const to = links.get(from.id)
    if (to && !isCalledAsSaved(from, to)) renamed.push({ from, to })
  }
  const same = links.size - renamed.length
  for (const from of missing) {
    const [to, ...others] = fresh.filter((field) => couldBe(from, field))
    const rivals = to ? missing.filter((each) => couldBe(each, to)).length : 0
    if (to && others.length === 0 && rivals === 1) renamed.push({ from, to })
  }
  const unfound = missing.filter((each) => !renamed.some(({ from }) => from === each))
  const gone = whole ? unfound : []
  // Nobody can ask for a field without a name, so nobody is asked about it either.
  const added = fresh.filter((each) => each.label !== '' && !renamed.some(({ to }) => to === each))
  const found = same + renamed.length
  // Where only a part was seen, it is that part that must be known again.
  const asked = whole ? saved.length : Math.min(saved.length, links.size + fresh.length)
  const status =
    found === 0 || found < knownAgain * asked
      ? 'unknown'
      : renamed.length + gone.length + added.length === 0
        ? 'same'
        : 'changed'
  return { status, added, gone, renamed }
}

/** How many saved fields are of the form that is open. */
export const sharedFields = (saved: readonly SavedField[], today: readonly PageField[]): number =>
  linkFields(saved, today).size

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
export function layoutsOfForm<Saved extends Pick<Layout, 'fields' | 'form' | 'source'>>(
  layouts: readonly Saved[],
  reading: PageReading,
): { layout: Saved; drift: Drift }[] {
  const today = wholeForm(reading).fields
  return layouts
    .filter((layout) => layout.source === reading.source)
    .map((layout) => {
      const saved = savedOfLayout(layout)
      return { layout, drift: driftFrom(saved, reading), shared: sharedFields(saved, today) }
    })
    .filter(({ drift }) => drift.status !== 'unknown')
    .sort((one, other) => other.shared - one.shared)
    .map(({ layout, drift }) => ({ layout, drift }))
}
