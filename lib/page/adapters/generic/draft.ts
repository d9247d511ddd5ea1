import type { Question } from '../../choices/questions.ts'
import type { FormTable } from '../../choices/tables.ts'
import type { Found, LabelCandidate } from '../../scan/found.ts'
import type { Sheet, Spot } from '../../survey/sheet.ts'
import type { Kept } from '../../survey/walk.ts'

/** What an adapter may add to the generic reading of a page. */
export interface Knowledge extends Kept {
  /** What the site's own marks say a control is called; wins over everything but a weaker rung's silence. */
  site?: (spot: Spot) => LabelCandidate | null
  /** Controls this site never asks about. */
  skip?: (spot: Spot) => boolean
}

/** A field with the spot it begins at, before it has a section. */
export interface Draft {
  spot: Spot
  labels: LabelCandidate[]
  make: (section: string) => Found
}

/** A page as it was read: each question with what it came to. */
export interface Reading {
  sheet: Sheet
  questions: Question[]
  tables: FormTable[]
  /** In the order of the page, one for each of `founds`. */
  drafts: Draft[]
  founds: Found[]
  /** What the controls are called, where that is told. */
  labelOf: Map<Spot, string>
}
