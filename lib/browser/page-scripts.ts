import { browser } from 'wxt/browser'
import { askHere, type Carried, type FillRequest, nonceHere } from '../page/ask.ts'
import { type Encounter, elsewhereOf, withReading } from '../page/form/encounter.ts'
import type { FillPlan, PageReading, Receipt } from '../page/shapes.ts'
import { background, broadcast } from './messages.ts'
import { tellSiteRules } from './site-rules.ts'
import { storedEncounters } from './stored.ts'

/** A page that does not answer within this time is reported as unreadable (design §7). */
const readLimitMs = 3000
/** Time limit of a fill. The filler may wait twice per field until the page stops changing. */
const fillLimitMs = (fields: number) => 10_000 + fields * 3000

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('The page did not answer in time. Reload the chart and try again.')),
      limitMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads all frames of a tab and returns the reading with the most fields. Returns null where no script may run or no
 * frame has a form.
 */
async function readPage(tabId: number): Promise<PageReading | null> {
  const target = { tabId, allFrames: true }
  const injected = tellSiteRules(tabId)
    .then(() => browser.scripting.executeScript({ target, files: ['/page-scanner.js'] }))
    // Injection fails on pages that the extension may not access (browser pages, hosts without permission). This is
    // normal.
    .catch(() => [])
  const frames = await within(readLimitMs, injected)
  const readings = frames.flatMap(({ frameId, result }) =>
    result ? [{ frameId, reading: result as PageReading }] : [],
  )
  const [largest] = readings.sort((a, b) => b.reading.fields.length - a.reading.fields.length)
  return largest ? inDocument(await withFrameworks(tabId, largest.frameId, largest.reading)) : null
}

/**
 * If a field is marked `irreversible` (its list seems to have no option to clear a choice), asks the page's framework
 * objects for the whole list. Injects a script into the main world for this and reads the page again.
 */
async function withFrameworks(tabId: number, frameId: number, reading: PageReading): Promise<PageReading> {
  if (!reading.fields.some(({ irreversible }) => irreversible)) return reading
  const target = { tabId, frameIds: [frameId] }
  const asked = injectEditors(target)
    .then(() => browser.scripting.executeScript({ target, files: ['/page-scanner.js'] }))
    // The frame may be gone by now. Return the first reading: a fill that uses it is refused.
    .catch(() => [])
  const [again] = await within(readLimitMs, asked)
  return (again?.result as PageReading | null | undefined) ?? reading
}

/**
 * Injects the script that reads the objects of rich-text editors and frameworks, which only the main world can access.
 * If the page forbids it, the scan and the fill go on without this script.
 */
const injectEditors = (target: { tabId: number; frameIds: number[] }) =>
  browser.scripting.executeScript({ target, files: ['/page-editors.js'], world: 'MAIN' }).catch(() => [])

/** Number of multi-page documents to remember. The list is ordered, most recent last. */
const encountersMost = 8
let remembered: Promise<unknown> = Promise.resolve()

/** Adds the other pages of the same document, as they were seen before, to a reading. */
async function inDocument(reading: PageReading): Promise<PageReading> {
  const { source, form } = reading
  if (!form?.encounter) return reading
  const isIts = (each: Encounter) => each.source === source && each.id === form.encounter
  // Run the updates one after another. Two parallel read-modify-write operations would lose one of the readings.
  const document = remembered.then(async () => {
    const known = await storedEncounters.read()
    const read = withReading(known.find(isIts) ?? null, reading)
    if (read) await storedEncounters.write([...known.filter((each) => !isIts(each)), read].slice(-encountersMost))
    return read
  })
  remembered = document.catch(() => undefined)
  const elsewhere = elsewhereOf(await document, reading)
  return elsewhere.length > 0 ? { ...reading, elsewhere } : reading
}

/**
 * Returns the id of the frame that holds a scan. The id is looked up each time, because a navigation changes frame ids.
 */
async function frameOf(tabId: number, nonce: string): Promise<number | null> {
  const frames = await browser.scripting.executeScript({
    target: { tabId, allFrames: true },
    func: nonceHere,
  })
  return frames.find(({ result }) => result === nonce)?.frameId ?? null
}

/** Runs the filler in one frame with this request. Returns its receipts, or null when it returned nothing. */
async function runFiller(tabId: number, frameId: number, request: FillRequest, limitMs: number) {
  const target = { tabId, frameIds: [frameId] }
  await browser.scripting.executeScript({ target, func: askHere, args: [JSON.stringify(request)] })
  if (request.type !== 'point' && request.type !== 'let-go') await injectEditors(target)
  const [answer] = await within(limitMs, browser.scripting.executeScript({ target, files: ['/page-filler.js'] }))
  return (answer?.result ?? null) as Receipt[] | null
}

async function askFrame(tabId: number, frameId: number, request: FillRequest, fields: number): Promise<Receipt[]> {
  const receipts = await runFiller(tabId, frameId, request, fillLimitMs(fields))
  if (!receipts) throw new Error('The page did not say what became of the fill. Look at the form before you go on.')
  return receipts
}

const moved = (plan: FillPlan): Receipt[] =>
  [...plan.writes.map(({ from, ...write }) => ({ ...write, before: from })), ...plan.refusals].map((each) => ({
    fieldId: each.fieldId,
    label: each.label,
    outcome: 'refused',
    reason: 'page-moved',
    before: 'before' in each ? each.before : [],
    after: 'before' in each ? each.before : [],
  }))

/**
 * Session-storage key of the scan that was filled last in a tab. A variable would be lost when the service worker is
 * stopped.
 */
const lastFillKey = (tabId: number) => `last-fill.${tabId}`

async function fillPage(tabId: number, plan: FillPlan, confirmedPatient: string | null): Promise<Receipt[]> {
  const frameId = await frameOf(tabId, plan.nonce)
  if (frameId === null) return moved(plan)
  await browser.storage.session.set({ [lastFillKey(tabId)]: plan.nonce })
  return askFrame(tabId, frameId, { type: 'fill', plan, confirmedPatient }, plan.writes.length)
}

async function undoFill(tabId: number): Promise<Receipt[]> {
  const key = lastFillKey(tabId)
  const nonce = (await browser.storage.session.get(key))[key]
  const frameId = typeof nonce === 'string' ? await frameOf(tabId, nonce) : null
  if (frameId === null) throw new Error('The filled page is gone, so there is nothing to undo.')
  return askFrame(tabId, frameId, { type: 'undo' }, 200)
}

async function pointOut(tabId: number, nonce: string, fieldId: string): Promise<boolean> {
  const frameId = await frameOf(tabId, nonce)
  if (frameId === null) return false
  return (await runFiller(tabId, frameId, { type: 'point', fieldId }, readLimitMs)) !== null
}

/** Time limit of a drag. The page's own limit is shorter, so the page has dropped the request by then. */
const carryLimitMs = 130_000

async function carry(tabId: number, carried: Carried, confirmedPatient: string | null): Promise<Receipt | null> {
  const frameId = await frameOf(tabId, carried.nonce)
  if (frameId === null) return null
  const receipts = await runFiller(tabId, frameId, { type: 'catch', carried, confirmedPatient }, carryLimitMs)
  const receipt = receipts?.[0] ?? null
  // A refused drop leaves the previous fill unchanged. A written value can be undone through this scan.
  if (receipt) await browser.storage.session.set({ [lastFillKey(tabId)]: carried.nonce })
  return receipt
}

async function letGo(tabId: number, nonce: string): Promise<void> {
  const frameId = await frameOf(tabId, nonce)
  if (frameId !== null) await runFiller(tabId, frameId, { type: 'let-go' }, readLimitMs)
}

/** Registers the handlers of the `page.*` messages. */
export function answerPageMessages(): void {
  background.onMessage('page.read', ({ data }) => readPage(data.tabId))
  background.onMessage('page.fill', ({ data }) => fillPage(data.tabId, data.plan, data.confirmedPatient))
  background.onMessage('page.undo', ({ data }) => undoFill(data.tabId))
  background.onMessage('page.carry', ({ data }) => carry(data.tabId, data.carried, data.confirmedPatient))
  background.onMessage('page.letGo', ({ data }) => letGo(data.tabId, data.nonce))
  background.onMessage('page.point', ({ data }) => pointOut(data.tabId, data.nonce, data.fieldId))
  background.onMessage('page.moved', ({ sender }) => {
    if (sender?.tab?.id !== undefined) broadcast('page.changed', { tabId: sender.tab.id })
  })
}
