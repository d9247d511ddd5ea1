import type { SavedField } from '../../lib/page/form/saved-form.ts'
import type { FillPlan, PagePatient, PageReading, PageValue, Receipt } from '../../lib/page/shapes.ts'
import type { Subscribable } from '../ports.tsx'

export type PageState =
  | { status: 'reading' }
  /** A page was read; it may still show no patient or no form. */
  | { status: 'ready'; reading: PageReading }
  /** A page that cannot be read, with a sentence saying what to do. */
  | { status: 'unreadable'; message: string }

/** Whose session the values come from: where the page shows another patient, the plan refuses every one of them. */
export interface PlanFor {
  /** null: it began without a chart. */
  patient?: Pick<PagePatient, 'name' | 'identifier'> | null
  /** The fields of the values' layout, answered or not: the form is recognised by them. */
  saved?: readonly SavedField[]
}

/** A value on its way into the page. */
export interface Carrying {
  dropped: Promise<Receipt | null>
  letGo(): void
}

/** The chart beside the panel. Calls reject with a plain sentence; a call into a page gives up after 3 s. */
export interface PagePort extends Subscribable<PageState> {
  read(): Promise<PageReading>
  /** Writes nothing. */
  plan(values: PageValue[], whose?: PlanFor): Promise<FillPlan>
  /** Does the writes of the plan; `confirmedPatient` is the name the clinician confirmed where the page shows none. */
  fill(plan: FillPlan, confirmedPatient: string | null): Promise<Receipt[]>
  /**
   * Lets the page of a plan take one value that is dragged out of the panel under this name: `dropped` is the receipt of
   * the field it was dropped on, null where it was none. `letGo` ends the waiting.
   */
  carry(plan: FillPlan, name: string, value: string[], confirmedPatient: string | null): Carrying
  /** Scrolls to a field of the page and outlines it for a while; writes nothing. false: it was not found. */
  point(fieldId: string): Promise<boolean>
  /** Puts back what the last fill replaced. */
  undo(): Promise<Receipt[]>
  /** Whether the clinician said yes before to a form that has changed to this state (`driftState`). */
  wasAgreed(state: string): Promise<boolean>
  /** Remembers that yes; a state holds no word of a note. */
  agree(state: string): Promise<void>
}
