import type { Question } from '../../choices/questions.ts'
import type { Found, LabelCandidate } from '../../scan/found.ts'
import { alike, reach } from '../../survey/alike.ts'
import type { Sheet, Spot, Table } from '../../survey/sheet.ts'
import type { Draft, Reading } from './draft.ts'

/** A page as it was read before, and where things were added or taken away since; nothing else has changed but looks. */
export interface Earlier {
  reading: Reading
  touched: Node[]
}

/** What needs no second reading. */
export interface Again {
  /** Whether a table stands as it did, when it was no field by itself. */
  hasNone(table: Table): boolean
  /** A question's field as it was, where all that names it is the same. */
  draft(question: Question): Draft | null
  /** To be told of every question that was read anew, in their order: what others are called may hang on it. */
  note(question: Question, labelOf: Map<Spot, string>): void
}

/** When so many controls are called something else, the rest is not worth the looking. */
const renamedMost = 60

// By itself, so that a field holds on to nothing of the page it was read on first.
const keptDraft = (spot: Spot, labels: LabelCandidate[], found: Found): Draft => ({
  spot,
  labels,
  make: (section) => (section === found.section ? found : { ...found, section }),
})

const sameList = <Each>(one: Each[] | null, other: Each[] | null): boolean =>
  one === other || (one?.length === other?.length && (one ?? []).every((each, at) => each === other?.[at]))

export function readAgain({ reading, touched }: Earlier, sheet: Sheet): Again {
  const like = alike(reading.sheet, sheet, touched)
  // By the order of their first control.
  const questions: Question[] = []
  for (const each of reading.questions) if (each.spots[0]) questions[each.spots[0].order] = each
  const places: number[] = []
  for (const [at, { spot }] of reading.drafts.entries()) places[spot.order] = at
  const tables = new Set(reading.tables.map(({ spots: [spot] }) => spot?.cell?.row.table.element))
  /** The places of controls that are called something else now. */
  const renamed: number[] = []

  const isKnown = ({ spots, captions, own }: Question, was: Question): boolean =>
    sameList(spots.map(like.spotBefore), was.spots) && sameList(captions, was.captions) && own === was.own

  return {
    hasNone: (table) => !tables.has(table.element) && like.isSameTable(table),
    draft(question) {
      const { spots } = question
      const [first, last] = [spots[0], spots.at(-1)]
      const before = first ? like.spotBefore(first) : null
      const was = before ? questions[before.order] : undefined
      const at = before ? places[before.order] : undefined
      if (!first || !last || !was || at === undefined || !isKnown(question, was) || !like.isSame(spots)) return null
      if (renamed.length > renamedMost) return null
      if (renamed.some((order) => order >= first.order - reach && order <= last.order + reach)) return null
      // What the screen said then it may not say now.
      if (before && reading.sheet.asked.measured.has(before)) return null
      const [draft, found] = [reading.drafts[at], reading.founds[at]]
      // How a date is written may be told by what stands in it.
      if (!draft || !found || found.format !== undefined || found.table) return null
      return keptDraft(first, draft.labels, found)
    },
    note({ spots }, labelOf) {
      for (const spot of spots) {
        const before = like.spotBefore(spot)
        if (!before || reading.labelOf.get(before) !== labelOf.get(spot)) renamed.push(spot.order)
      }
    },
  }
}
