import { planFill } from '../../../lib/page/plan/plan.ts'
import type { Receipt } from '../../../lib/page/shapes.ts'
import type { PageRoom } from '../../../scripts/page-room.ts'
import { answers } from './libraries.ts'

type Values = Record<string, string | string[]>

/** What the page holds: the library's own model, what the form submits, and the texts of the inputs. */
export interface Holding {
  model: Values
  /** By name. */
  sent: Record<string, string[]>
  inputs: string[]
}

export interface LibraryTrial {
  labels: string[]
  receipts: Receipt[]
  undone: Receipt[]
  before: Holding
  /** After the fill, and after a person has passed all controls with the Tab key. */
  after: Holding
  end: Holding
  presses: string[]
  faults: string[]
}

interface Subject {
  model: (() => Values) | null
  presses: string[]
  faults: string[]
}

/** More than the controls of any page. */
const tabs = 24

let foreground: Promise<unknown> = Promise.resolve()

/** Runs work of a page that needs the foreground. Some libraries draw nothing while their page is hidden. */
function inForeground<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = foreground.then(work)
  foreground = done.catch(() => undefined)
  return done
}

/** Fills the page of a library without focus, passes its controls as a person, submits, and undoes the fill. */
export async function tryLibrary(room: PageRoom, url: string): Promise<LibraryTrial> {
  const { open, page, front } = await inForeground(() => openUnfocused(room, url))
  const holding = (): Promise<Holding> =>
    page.evaluate(() => {
      const form = document.querySelector('form') as HTMLFormElement
      const sent: Record<string, string[]> = {}
      form.requestSubmit()
      for (const [name, value] of new FormData(form)) sent[name] = [...(sent[name] ?? []), String(value)]
      const inputs = [...document.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea')]
      const model = (window as unknown as Subject).model?.() ?? {}
      return { model, sent, inputs: inputs.map(({ value, checked, type }) => `${type} ${checked} ${value}`) }
    })
  try {
    const before = await holding()
    const labels = Object.keys(before.model)
    const reading = await open.read()
    const values = labels.map((label) => ({ label, value: [answers[label] ?? ''].flat() }))
    const receipts = await open.fill(planFill(reading, values), 'Rosa Lindqvist')
    const after = await inForeground(async () => {
      await page.bringToFront()
      for (let left = tabs; left > 0; left--) await page.keyboard.press('Tab')
      const after = await holding()
      await front.bringToFront()
      return after
    })
    const undone = await open.undo()
    const end = await holding()
    const { presses, faults } = await page.evaluate(() => {
      const { presses, faults } = window as unknown as Subject
      return { presses, faults }
    })
    return { labels, receipts, undone, before, after, end, presses, faults }
  } finally {
    await Promise.all([front.close(), page.close()])
  }
}

async function openUnfocused(room: PageRoom, url: string) {
  const open = await room.open(url)
  const { page } = open
  await page.bringToFront()
  await page.waitForFunction(() => (window as unknown as Subject).model !== null, { polling: 50 })
  // Another page in the foreground takes the focus, as the side panel does.
  const front = await page.browser().newPage()
  const session = await page.createCDPSession()
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  return { open, page, front }
}

const fold = (text: string): string => text.toLowerCase().replace(/^c-/, '').trim()
const numbers = (text: string): string =>
  (text.match(/\d+/g) ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .join()

export const sameModel = (one: unknown, other: unknown): boolean =>
  JSON.stringify([one].flat()) === JSON.stringify([other].flat())

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text)
/** The order of day and month is the library's own, so only the numbers are compared. */
const sameSent = (said: string, sent: string): boolean => {
  if (isDay(said)) return numbers(sent) === numbers(said) || /[ap]m/i.test(sent)
  return fold(said) === fold(sent) || (/^\d+$/.test(said) && sent.replace(/\D/g, '') === said)
}

const nameOf = (label: string): string => label.toLowerCase().replaceAll(' ', '-')

/** True if the library's model and the submitted form hold the value. A form that submits nothing for it counts, too. */
export function holds({ model, sent }: Holding, label: string): boolean {
  const said = [answers[label] ?? ''].flat()
  if (!sameModel(model[label], said)) return false
  const submitted = (sent[nameOf(label)] ?? sent[`${nameOf(label)}[]`] ?? []).flatMap((each) =>
    said.length > 1 ? each.split(',') : each,
  )
  // A box may submit any word, and some libraries submit `on` for each of their options.
  if (submitted.length === 0 || said.join() === 'Yes' || submitted.join() === 'on') return true
  return submitted.length === said.length && said.every((each) => submitted.some((other) => sameSent(each, other)))
}
