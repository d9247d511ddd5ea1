import type { SiteRules } from '../contracts/index.ts'
import type { DayOrder } from './dates.ts'
import { dropped } from './fill/drop.ts'
import { fill } from './fill/fill.ts'
import { focusedField } from './fill/focused.ts'
import { pageClock } from './fill/guard.ts'
import type { Journal } from './fill/journal.ts'
import { recordAgain } from './fill/record-again.ts'
import { undo } from './fill/undo.ts'
import { lastFillOf, undoField } from './fill/undo-field.ts'
import { pointOut } from './fill/write-field.ts'
import { urlOf } from './natives.ts'
import { read, scan } from './scan/scan.ts'
import type {
  Carried,
  FilledRecord,
  FillPlan,
  FillResult,
  FocusedField,
  FocusRefusal,
  PagePorts,
  PageReading,
  Receipt,
  RecordAgain,
} from './shapes.ts'

/** Reads and fills one document. Exists as long as the document. No script of the page can reach it. */
export interface PageFrame {
  nonce(): string
  read(siteRules: SiteRules | null, dayOrder?: DayOrder | null): PageReading
  /**
   * Writes the values of a plan into the page. Returns a receipt for each value: if it was written, and if not, why. While
   * another fill runs, throws an error whose message can be shown to the user.
   */
  fill(plan: FillPlan, confirmedPatient: string | null): Promise<FillResult>
  fillId(): string
  /**
   * Undoes the fill with this id. Throws an error with a message for the user if it is not the fill that can be undone
   * now, and while another fill runs.
   */
  undo(fillId: string): Promise<Receipt[]>
  /** Undoes the last write of one field. Throws an error for the user if there is none, and while another fill runs. */
  undoField(fieldId: string): Promise<Receipt[]>
  /**
   * Waits until a value is dropped on a field, and writes it there. Returns null if it was dropped elsewhere, or after
   * 2 minutes. Only one drag can be active: a new drag cancels the previous one. Throws an error with a message for the
   * user while another fill runs.
   */
  carry(carried: Carried, confirmedPatient: string | null): Promise<FillResult | null>
  /** Stops the wait for a drop. Call this function when the drag has ended outside the page. */
  letGo(): void
  /**
   * Compares what the document shows with what a fill has left in the form, once it shows the record again. Waits up to
   * 2.5 s for that. Null: it does not show the record. Writes nothing.
   */
  compare(record: FilledRecord): Promise<RecordAgain | null>
  focused(): FocusedField | FocusRefusal
  /** Outlines a field, so that it can be written by hand. Returns false if the field does not exist any more. */
  point(fieldId: string): boolean
}

/**
 * Returns true in a frame whose parent window has the same origin. Code in an outer window then reads and writes this
 * frame.
 */
export function isReadByOuterWindow(): boolean {
  try {
    return window.parent !== window && window.parent.document !== null
  } catch (error) {
    // The browser does not let a frame reach a window of another origin.
    if ((error as Error).name === 'SecurityError') return false
    throw error
  }
}

const compareLimitMs = 2500
const compareEveryMs = 500

const laterFill = 'This is not the last fill of this page, so it cannot be undone. Nothing was changed.'

export function createPageFrame({ shadowRootOf }: Pick<PagePorts, 'shadowRootOf'> = {}): PageFrame {
  let rules: SiteRules | null = null
  let order: DayOrder | null = null
  /**
   * Returns a new object for each reading and each fill, because `scan` reuses the results of an earlier scan with the
   * same object.
   */
  const ports = (): PagePorts => ({ ...(shadowRootOf && { shadowRootOf }), siteRules: rules, dayOrder: order })
  const access = () => ({ clock: pageClock, confirmedPatient: lastConfirmed, ports: ports() })
  const journal: Journal = { id: '', url: '', patient: null, encounter: '', entries: [], effects: [] }
  let nonce = ''
  let lastContent = ''
  let lastConfirmed: string | null = null
  let isBusy = false
  let drag: AbortController | null = null
  /** When each fill ended, in ms since 1970, by its id. */
  const fillTimes = new Map<string, number>()

  async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isBusy) throw new Error('Chartside is still filling this page. Wait until all values are filled in.')
    isBusy = true
    try {
      return await work()
    } finally {
      isBusy = false
    }
  }

  const write = (plan: FillPlan, confirmedPatient: string | null): Promise<FillResult> =>
    alone(async () => {
      lastConfirmed = confirmedPatient
      const previousId = journal.id
      const options = { nonce, clock: pageClock, confirmedPatient, journal, ports: ports() }
      const receipts = await fill(document, plan, options)
      // A fill that has left nothing to undo does not change the journal.
      if (journal.id === previousId) return { receipts, fillId: null }
      fillTimes.set(journal.id, Date.now())
      return { receipts, fillId: journal.id }
    })

  return {
    nonce: () => nonce,
    read(siteRules, dayOrder = null) {
      rules = siteRules
      order = dayOrder
      const pagePorts = ports()
      const reading = read(document, urlOf(document), pagePorts)
      const content = JSON.stringify([reading.url, reading.patient, reading.form])
      // If nothing has changed since the last reading, keep its nonce, so that a plan made from it stays valid.
      if (nonce === '' || content !== lastContent) nonce = reading.nonce
      lastContent = content
      const undoable = { ports: pagePorts, confirmedPatient: lastConfirmed }
      const lastFill = lastFillOf(document, journal, fillTimes.get(journal.id), undoable)
      return { ...reading, nonce, ...(lastFill && { lastFill }) }
    },
    fill: write,
    fillId: () => journal.id,
    undo: (fillId) =>
      alone(async () => {
        if (fillId !== journal.id) throw new Error(laterFill)
        return undo(document, journal, access())
      }),
    undoField: (fieldId) => alone(() => undoField(document, journal, fieldId, access())),
    async carry(carried, confirmedPatient) {
      drag?.abort()
      drag = new AbortController()
      const plan = await dropped(document, carried, ports(), drag.signal)
      return plan && write(plan, confirmedPatient)
    },
    letGo: () => drag?.abort(),
    async compare(record) {
      const endMs = pageClock.nowMs() + compareLimitMs
      for (;;) {
        const result = recordAgain(document, record, ports())
        if (result || pageClock.nowMs() > endMs) return result
        await pageClock.wait(compareEveryMs)
      }
    },
    focused: () => focusedField(document, ports()),
    point(fieldId) {
      const match = scan(document, urlOf(document), ports()).fields.find(({ field }) => field.id === fieldId)
      if (match) pointOut(match.found)
      return match !== undefined
    },
  }
}
