import type { PanelCommand } from '../../lib/contracts/panel-command.ts'
import type { SavedField } from '../../lib/page/form/saved-form.ts'
import type {
  FilledRecord,
  FillPlan,
  FillResult,
  FocusedField,
  FocusRefusal,
  PagePatient,
  PageReading,
  PageValue,
  Receipt,
  RecordAgain,
  WrittenField,
  WrittenFill,
} from '../../lib/page/shapes.ts'
import type { Subscribable } from '../subscribable.ts'

export type PageState =
  | { status: 'reading' }
  /** The page was read. It may show no patient or no form. */
  | { status: 'ready'; reading: PageReading }
  /**
   * The page cannot be read. The message says what to do. `line`: the line for the administrator, if the organisation
   * does not allow the page.
   */
  | { status: 'unreadable'; message: string; line?: string }

/** The session that the values come from. If the page shows another patient, the plan refuses all values. */
export interface PlanFor {
  /** The patient of the session. Null if no chart was open when the session began. */
  patient?: PagePatient | null
  /** All fields of the layout, answered or not. They are needed to recognise the form. */
  saved?: readonly SavedField[]
}

/** A plan and the reading that it was made from. */
export interface PlanOfPage {
  plan: FillPlan
  reading: PageReading
}

/** A value that is being dragged into the page. */
export interface Carrying {
  dropped: Promise<FillResult | null>
  letGo(): void
}

/**
 * The chart page beside the panel. Calls reject with an error whose message can be shown. A call into the page times
 * out after 3 s.
 */
export interface PagePort extends Subscribable<PageState> {
  read(): Promise<PageReading>
  /** Reads the page and plans a fill without writing anything. */
  plan(values: PageValue[], whose?: PlanFor): Promise<PlanOfPage>
  /**
   * Executes a plan. `confirmedPatient`: the name that the clinician has confirmed, if the page shows no patient.
   * Otherwise null.
   */
  fill(plan: FillPlan, confirmedPatient: string | null): Promise<FillResult>
  /**
   * Lets the user drag one value from the panel onto a field of the page. `name` is a random name for the value. The
   * drag data contains only this name, because every page can read drag data. `dropped` resolves to the result with the
   * receipt of the field on which the value was dropped, or to null if the value was dropped elsewhere. `letGo` cancels
   * the drag.
   */
  carry(plan: FillPlan, name: string, value: string[], confirmedPatient: string | null): Carrying
  /** Scrolls to a field and outlines it for a while. Writes nothing. Resolves to false if it was not found. */
  point(fieldId: string): Promise<boolean>
  /**
   * Undoes this fill. Rejects if the active tab does not show the page of this fill, or if a later fill of this page
   * has not been undone.
   */
  undo(written: WrittenFill): Promise<Receipt[]>
  /**
   * Undoes the last write of one field, until the page is left. Also restores what the page has changed because of it.
   * The receipts name every field that was restored or hidden again.
   */
  undoField(written: WrittenField): Promise<Receipt[]>
  /**
   * Compares what the page of this reading shows with what a fill has left in the form. Null: the page does not show
   * that record. Writes nothing.
   */
  compare(nonce: string, record: FilledRecord): Promise<RecordAgain | null>
  /** Returns the text field that has the focus in the page of this reading, or why nothing can be dictated into it. */
  focused(nonce: string): Promise<FocusedField | FocusRefusal>
  /**
   * Calls `listener` when the user presses the keys of a command, also if these keys have opened the panel. Returns a
   * function that ends the calls.
   */
  onKeys(command: PanelCommand, listener: () => void): () => void
  /** Returns true if the clinician has accepted this change of the form before. `state` comes from `driftState`. */
  wasAgreed(state: string): Promise<boolean>
  /** Stores that the clinician accepted this change of the form. `state` contains no patient data. */
  agree(state: string): Promise<void>
}
