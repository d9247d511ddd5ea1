import { confirmIrreversible, planFill } from '../../../lib/page/plan/plan.ts'

import type { FillPlan, PageReading, PageValue, Receipt } from '../../../lib/page/shapes.ts'
import type { PageRoom } from '../../../scripts/page-room.ts'

/** What a page of the matrix keeps for the tests. */
interface Subject {
  subject: { text(): string; state(): string } | null
  presses: string[]
  executed: unknown[]
  faults: string[]
}

export interface Trial {
  /** Whether the page had the focus: the clinician looks at the side panel. */
  focused: boolean
  reading: PageReading
  plan: FillPlan
  receipts: Receipt[]
  /** The editor's own model after the fill. */
  text: string
  undone: Receipt[]
  /** The whole state before the fill and after one undo. */
  before: string
  after: string
  presses: string[]
  executed: unknown[]
  faults: string[]
}

/** A page mounts its editor while it stands in front; so pages are opened one after the other. */
let opening: Promise<unknown> = Promise.resolve()

async function openUnfocused(room: PageRoom, url: string) {
  const open = await room.open(url)
  const { page } = open
  await page.bringToFront()
  // Not by frames: a page behind another one draws none.
  await page.waitForFunction(() => (window as unknown as Subject).subject !== null, { polling: 50 })
  // A page in front of it takes the focus, as the side panel does.
  const front = await page.browser().newPage()
  const session = await page.createCDPSession()
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  return { open, page, front }
}

/**
 * Opens a page, fills it while it has no focus, reads the page's own model, takes the fill back. `forGood`: the clinician
 * has ticked the choices that undo cannot take away.
 */
export async function trial(
  room: PageRoom,
  url: string,
  values: PageValue[] | string,
  { forGood = false } = {},
): Promise<Trial> {
  const opened = opening.then(() => openUnfocused(room, url))
  opening = opened.catch(() => undefined)
  const { open, page, front } = await opened
  try {
    const state = () => page.evaluate(() => (window as unknown as Subject).subject?.state() ?? '')
    const before = await state()
    const reading = await open.read()
    if (!reading) throw new Error('The page was not read.')
    const focused = await page.evaluate(() => document.hasFocus())
    const wanted = typeof values === 'string' ? noteValue(reading, values) : values
    const planned = planFill(reading, wanted)
    const plan = forGood ? confirmIrreversible(planned) : planned
    const receipts = await open.fill(plan, 'Rosa Lindqvist')
    const text = await page.evaluate(() => (window as unknown as Subject).subject?.text() ?? '')
    const undone = await open.undo()
    const told = await page.evaluate(() => {
      const { presses, executed, faults } = window as unknown as Subject
      return { presses, executed, faults }
    })
    return { focused, reading, plan, receipts, text, undone, before, after: await state(), ...told }
  } finally {
    await Promise.all([front.close(), page.close()])
  }
}

/** A page of one editor: whatever its label became, there is one place for a note. */
function noteValue({ fields }: PageReading, text: string): PageValue[] {
  const notes = fields.filter(({ kind }) => kind === 'rich_text' || kind === 'long_text')
  const [note] = notes
  if (!note || notes.length > 1) throw new Error(`${notes.length} places for a note were read.`)
  return [{ fieldId: note.id, label: note.label, value: [text] }]
}

/** Runs trials a few at a time: they mostly wait for pages to come to rest. */
export async function inParallel<Item, Result>(
  items: Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
