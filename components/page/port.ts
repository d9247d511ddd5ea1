import type { FillPlan, PageReading, PageValue, Receipt } from '../../lib/page/shapes.ts'
import type { Subscribable } from '../ports.tsx'

export type PageState =
  | { status: 'reading' }
  /** A page was read; it may still show no patient or no form. */
  | { status: 'ready'; reading: PageReading }
  /** A page that cannot be read, with a sentence saying what to do. */
  | { status: 'unreadable'; message: string }

/** The chart beside the panel. Calls reject with a plain sentence; a call into a page gives up after 3 s. */
export interface PagePort extends Subscribable<PageState> {
  read(): Promise<PageReading>
  /** Writes nothing. */
  plan(values: PageValue[]): Promise<FillPlan>
  /** Does the writes of the plan; `confirmedPatient` is the name the clinician confirmed where the page shows none. */
  fill(plan: FillPlan, confirmedPatient: string | null): Promise<Receipt[]>
  /** Puts back what the last fill replaced. */
  undo(): Promise<Receipt[]>
}
