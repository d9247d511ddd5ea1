import { confirmIrreversible, planFill } from '../../../lib/page/plan/plan.ts'

import type { FillPlan, PageReading, PageValue, Receipt } from '../../../lib/page/shapes.ts'
import type { PageRoom } from '../../../scripts/page-room.ts'

/** What the page of an editor or widget exposes to the tests. */
interface Subject {
  subject: { text(): string; state(): string } | null
  presses: string[]
  executed: unknown[]
  faults: string[]
}

export interface Trial {
  /** True if the page had the focus. It should be false, because in real use the side panel has the focus. */
  focused: boolean
  reading: PageReading
  plan: FillPlan
  receipts: Receipt[]
  /** The text in the editor's own model after the fill. */
  text: string
  undone: Receipt[]
  /** The complete state of the editor or widget before the fill, as `subject.state()` returns it. */
  before: string
  /** The complete state of the editor or widget after one undo. */
  after: string
  presses: string[]
  executed: unknown[]
  faults: string[]
}

/** Pages are opened one after the other, because a page mounts its editor only while it is in the foreground. */
let opening: Promise<unknown> = Promise.resolve()

async function openUnfocused(room: PageRoom, url: string) {
  const open = await room.open(url)
  const { page } = open
  await page.bringToFront()
  // Polls at an interval instead of by animation frames, because a background page paints no frames.
  await page.waitForFunction(() => (window as unknown as Subject).subject !== null, { polling: 50 })
  // Another page in the foreground takes the focus, as the side panel does.
  const front = await page.browser().newPage()
  const session = await page.createCDPSession()
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  return { open, page, front }
}

/**
 * Opens a page, fills it while it has no focus, reads the model of the page, and undoes the fill. `forGood`: the
 * clinician has confirmed the choices that undo cannot remove.
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

/** The value for the only note field of a page, whatever label the scan has found for it. */
function noteValue({ fields }: PageReading, text: string): PageValue[] {
  const notes = fields.filter(({ kind }) => kind === 'rich_text' || kind === 'long_text')
  const [note] = notes
  if (!note || notes.length > 1) throw new Error(`${notes.length} places for a note were read.`)
  return [{ fieldId: note.id, label: note.label, value: [text] }]
}

/** Runs trials a few at a time. This is faster, because a trial mostly waits until its page stops changing. */
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
