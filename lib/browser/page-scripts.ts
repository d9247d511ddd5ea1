import { browser } from 'wxt/browser'
import { sizeOf } from '../egress/index.ts'
import { type Encounter, elsewhereOf, withReading } from '../page/form/encounter.ts'
import { rulesFor } from '../page/form/rules-meet.ts'
import type {
  Carried,
  FilledRecord,
  FillPlan,
  FillResult,
  FocusedField,
  FocusRefusal,
  PageReading,
  Receipt,
  RecordAgain,
  WrittenField,
  WrittenFill,
} from '../page/shapes.ts'
import { ledger } from './egress.ts'
import { background, broadcast, type HowToRead, isUnheard, pageFrames } from './messages.ts'
import { type FoundFrame, frameOf, framesIn, injectEditors, within } from './page-frames.ts'
import { demandAllowed } from './policy.ts'
import { isRefusal } from './refusal.ts'
import { knownSiteRules } from './site-rules.ts'
import { storedDayOrders, storedEncounters } from './stored.ts'

/**
 * Time limit for reading a page, in milliseconds. A page that does not answer in time is shown as unreadable (product
 * 11.1).
 */
const readLimitMs = 3000
const fillLimitMs = (fields: number) => 10_000 + fields * 3000
const undoneMost = 200

interface FrameReading {
  frameId: number
  how: HowToRead
  reading: PageReading
}

const readFrame = (tabId: number, frameId: number, how: HowToRead): Promise<PageReading> =>
  pageFrames.sendMessage('frame.read', how, { tabId, frameId })

async function readFrames(tabId: number): Promise<FrameReading[]> {
  const [rules, dayOrders] = await Promise.all([knownSiteRules(), storedDayOrders.read()])
  const frames = await framesIn(tabId).catch((error: unknown) => {
    if (isRefusal(error)) return []
    throw error
  })
  const answers = await Promise.allSettled(
    frames.map(async ({ frameId, hostname }) => {
      const how = { siteRules: rulesFor(hostname, rules), dayOrder: dayOrders[hostname] ?? null }
      return { frameId, how, reading: await readFrame(tabId, frameId, how) }
    }),
  )
  const readings = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  // One frame that fails, for example because it was just removed, must not hide the readings of the other frames.
  const rejection = answers.find((answer) => answer.status === 'rejected')
  if (readings.length === 0 && rejection && !isUnheard(rejection.reason)) throw rejection.reason
  return readings
}

async function readPage(tabId: number): Promise<PageReading | null> {
  const readings = await within(readLimitMs, readFrames(tabId))
  const [largest] = readings.sort((one, otherReading) => otherReading.reading.fields.length - one.reading.fields.length)
  return largest ? inDocument(await withFrameworks(tabId, largest)) : null
}

/**
 * Returns the first reading (`reading`), unless a framework or widget of the page may know more of a field. Then injects
 * a script into the main world and reads the frame again: a list without an option that clears a choice
 * (`irreversible`) may be restored by its framework, and a date picker knows the order of day and month
 * (`orderUnknown`).
 */
async function withFrameworks(tabId: number, { frameId, how, reading }: FrameReading): Promise<PageReading> {
  if (!reading.fields.some(({ irreversible, orderUnknown }) => irreversible || orderUnknown)) return reading
  const secondReading = injectEditors(tabId, frameId).then(() => readFrame(tabId, frameId, how))
  return within(readLimitMs, secondReading).catch((error: unknown) => {
    // The frame does not exist any more, so return the first reading. A fill that uses this reading will be refused.
    if (isUnheard(error)) return reading
    throw error
  })
}

const encountersMost = 8
let remembered: Promise<unknown> = Promise.resolve()

/**
 * For a page of a multi-page document: stores the reading, and returns it with the stored readings of the other pages
 * of the document (`elsewhere`). The browser loads only one page of such a document at a time.
 */
async function inDocument(reading: PageReading): Promise<PageReading> {
  const { source, form } = reading
  if (!form?.encounter) return reading
  const isIts = (each: Encounter) => each.source === source && each.id === form.encounter
  // Run the updates one after another. Two parallel read-modify-write operations would lose one of the readings.
  const document = remembered.then(async () => {
    const encounters = await storedEncounters.read()
    const encounter = withReading(encounters.find(isIts) ?? null, reading)
    if (encounter)
      await storedEncounters.write([...encounters.filter((each) => !isIts(each)), encounter].slice(-encountersMost))
    return encounter
  })
  // `remembered` never rejects: the next update waits for it, and must run even if this update fails. The caller gets
  // the error from `document`.
  remembered = document.catch(() => undefined)
  const elsewhere = elsewhereOf(await document, reading)
  return elsewhere.length > 0 ? { ...reading, elsewhere } : reading
}

/**
 * Adds an entry for `values` to the ledger (the list of sent data) before these values are written into a page. They
 * count as sent data, because the page can send them to any server.
 */
async function listWriting({ hostname }: FoundFrame, values: unknown): Promise<void> {
  await ledger.begin({ host: hostname, kind: 'page', bytes: sizeOf(values) })
}

const moveReceipts = (plan: FillPlan): Receipt[] =>
  [...plan.writes.map(({ from, ...write }) => ({ ...write, before: from })), ...plan.refusals].map((each) => ({
    fieldId: each.fieldId,
    label: each.label,
    outcome: 'refused',
    reason: 'page-moved',
    before: 'before' in each ? each.before : [],
    after: 'before' in each ? each.before : [],
  }))

/**
 * The key in session storage for the id of the last fill in this tab. If an undo does not find the filled page, the id
 * tells whether the page was in this tab (see `undoFill`). The id is not in a variable, because a variable would be
 * lost when the browser stops the service worker.
 */
const lastFillKey = (tabId: number) => `last-fill.${tabId}`

async function noteFill(tabId: number, { fillId }: FillResult): Promise<void> {
  if (fillId !== null) await browser.storage.session.set({ [lastFillKey(tabId)]: fillId })
}

async function fillPage(tabId: number, plan: FillPlan, confirmedPatient: string | null): Promise<FillResult> {
  await demandAllowed({ kind: 'feature', feature: 'fill' })
  const frame = await frameOf(tabId, plan.nonce)
  if (frame === null) return { receipts: moveReceipts(plan), fillId: null }
  await listWriting(
    frame,
    plan.writes.map(({ to }) => to),
  )
  await injectEditors(tabId, frame.frameId)
  const filling = pageFrames.sendMessage('frame.fill', { plan, confirmedPatient }, frame)
  const result = await within(fillLimitMs(plan.writes.length), filling)
  await noteFill(tabId, result)
  return result
}

const otherFill = 'This tab does not show the page that was filled. Open the tab of that page, then press Undo.'

async function undoFill(tabId: number, { nonce, fillId }: WrittenFill): Promise<Receipt[]> {
  const frame = await frameOf(tabId, nonce)
  if (frame === null) {
    // `tabId` is the tab that is active now. If the fill was made in another tab, the stored id of this tab differs
    // from `fillId`.
    const key = lastFillKey(tabId)
    const wasHere = (await browser.storage.session.get(key))[key] === fillId
    throw new Error(wasHere ? 'The page was closed, so what was filled in cannot be undone.' : otherFill)
  }
  await injectEditors(tabId, frame.frameId)
  return within(fillLimitMs(undoneMost), pageFrames.sendMessage('frame.undo', { fillId }, frame))
}

async function undoField(tabId: number, { nonce, fieldId }: WrittenField): Promise<Receipt[]> {
  const frame = await frameOf(tabId, nonce)
  if (frame === null) throw new Error('This tab does not show the page that was filled. Nothing was changed.')
  await injectEditors(tabId, frame.frameId)
  return within(fillLimitMs(undoneMost), pageFrames.sendMessage('frame.undoField', { fieldId }, frame))
}

async function pointOut(tabId: number, nonce: string, fieldId: string): Promise<boolean> {
  const frame = await frameOf(tabId, nonce)
  return frame !== null && within(readLimitMs, pageFrames.sendMessage('frame.point', { fieldId }, frame))
}

async function compare(tabId: number, nonce: string, record: FilledRecord): Promise<RecordAgain | null> {
  const frame = await frameOf(tabId, nonce)
  return frame && within(2 * readLimitMs, pageFrames.sendMessage('frame.compare', record, frame))
}

async function focused(tabId: number, nonce: string): Promise<FocusedField | FocusRefusal> {
  await demandAllowed({ kind: 'feature', feature: 'fill' })
  const frame = await frameOf(tabId, nonce)
  return frame ? within(readLimitMs, pageFrames.sendMessage('frame.focused', undefined, frame)) : 'no-focus'
}

/** Time limit of a drag, in milliseconds. It is longer than the page's own limit, so the page always gives up first. */
const carryLimitMs = 130_000

async function carry(tabId: number, carried: Carried, confirmedPatient: string | null): Promise<FillResult | null> {
  await demandAllowed({ kind: 'feature', feature: 'fill' })
  const frame = await frameOf(tabId, carried.nonce)
  if (frame === null) return null
  await listWriting(frame, carried)
  await injectEditors(tabId, frame.frameId)
  const dropped = pageFrames.sendMessage('frame.carry', { carried, confirmedPatient }, frame)
  const result = await within(carryLimitMs, dropped)
  if (result) await noteFill(tabId, result)
  return result
}

async function letGo(tabId: number, nonce: string): Promise<void> {
  const frame = await frameOf(tabId, nonce)
  if (frame) await within(readLimitMs, pageFrames.sendMessage('frame.letGo', undefined, frame))
}

export function answerPageMessages(): void {
  background.onMessage('page.read', ({ data }) => readPage(data.tabId))
  background.onMessage('page.fill', ({ data }) => fillPage(data.tabId, data.plan, data.confirmedPatient))
  background.onMessage('page.undo', ({ data }) => undoFill(data.tabId, data))
  background.onMessage('page.undoField', ({ data }) => undoField(data.tabId, data))
  background.onMessage('page.carry', ({ data }) => carry(data.tabId, data.carried, data.confirmedPatient))
  background.onMessage('page.letGo', ({ data }) => letGo(data.tabId, data.nonce))
  background.onMessage('page.point', ({ data }) => pointOut(data.tabId, data.nonce, data.fieldId))
  background.onMessage('page.compare', ({ data }) => compare(data.tabId, data.nonce, data.record))
  background.onMessage('page.focused', ({ data }) => focused(data.tabId, data.nonce))
  background.onMessage('page.moved', ({ sender }) => {
    if (sender?.tab?.id !== undefined) broadcast('page.changed', { tabId: sender.tab.id })
  })
}
