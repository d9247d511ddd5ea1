import { onTestFinished } from 'vitest'
import { fill } from '../../lib/page/fill/fill.ts'
import type { Clock } from '../../lib/page/fill/guard.ts'
import type { Journal } from '../../lib/page/fill/journal.ts'
import { undo } from '../../lib/page/fill/undo.ts'
import { undoField } from '../../lib/page/fill/undo-field.ts'
import { answerEvent, askEvent, type ModelAnswer, type ModelAsk, ofEvent } from '../../lib/page/models/model.ts'
import { planFill } from '../../lib/page/plan/plan.ts'
import { read } from '../../lib/page/scan/scan.ts'
import type { FillPlan, PagePorts, PageReading, Receipt } from '../../lib/page/shapes.ts'

/**
 * A fake clock. Its time passes only in `wait` and `pass`. `wait` also runs the functions that were passed to `after`,
 * when their time has come.
 */
export class StillClock implements Clock {
  #nowMs = 5000
  #later: { atMs: number; doing: () => void }[] = []

  nowMs(): number {
    return this.#nowMs
  }

  /** Schedules a function that simulates a script of the page. `wait` runs it when this time has passed. */
  after(ms: number, doing: () => void): void {
    this.#later.push({ atMs: this.#nowMs + ms, doing })
  }

  /** Lets time pass without running scheduled functions, as if a script of the page blocked the thread. */
  pass(ms: number): void {
    this.#nowMs += ms
  }

  async wait(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms
    for (;;) {
      const next = this.#later.filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs)[0]
      if (!next) break
      this.#later.splice(this.#later.indexOf(next), 1)
      this.#nowMs = Math.max(this.#nowMs, next.atMs)
      next.doing()
      await task()
    }
    this.#nowMs = Math.max(this.#nowMs, endMs)
    await task()
  }
}

const task = (): Promise<void> => new Promise((done) => setTimeout(done, 0))

let opened = new AbortController()

/**
 * Answers the filler's requests in place of the editor or framework behind a control, as `page-editors.js` does.
 * `answer` gets each request and returns the properties of the answer. Only the property `editor` has a default.
 */
export function answerFor(control: Element, answer: (ask: ModelAsk) => Partial<ModelAnswer>): void {
  let asked: ModelAsk | null = null
  const { signal } = opened
  document.addEventListener(
    askEvent,
    (event) => {
      asked = JSON.parse((event as CustomEvent<string>).detail) as ModelAsk
    },
    { signal },
  )
  document.addEventListener(
    ofEvent,
    (event) => {
      if (!asked || (event as MouseEvent).relatedTarget !== control) return
      const detail = JSON.stringify({ editor: 'An editor', ...answer(asked) })
      document.dispatchEvent(new CustomEvent(answerEvent, { detail }))
    },
    { signal },
  )
}

/** A form in a document without layout. A test decides when the page changes it. */
export interface FormInMemory {
  clock: StillClock
  journal: Journal
  /** The elements around which the filler has drawn an outline, in order. */
  pointed: Element[]
  read(): PageReading
  /** Makes a plan and writes it into the form. `values` has the value of each field, by the label of the field. */
  fill(values: Record<string, string | string[]>): Promise<Receipt[]>
  /** Writes a plan as it is. */
  write(plan: FillPlan): Promise<Receipt[]>
  undo(): Promise<Receipt[]>
  /** Undoes the field that has this label now. */
  undoField(label: string): Promise<Receipt[]>
}

export const planOf = (reading: PageReading, values: Record<string, string | string[]>): FillPlan =>
  planFill(
    reading,
    Object.entries(values).map(([label, value]) => ({ label, value: [value].flat() })),
  )

/** The label, the outcome and the reason of each receipt. */
export const said = (receipts: Receipt[]): string[] =>
  receipts.map(({ label, outcome, reason }) => `${label}: ${outcome}${reason ? ` ${reason}` : ''}`)

/**
 * Adds functions and properties to elements that jsdom lacks because it has no layout: `checkVisibility`,
 * `offsetWidth`, `getBoundingClientRect`, `scrollIntoView` and `animate`. The filler draws an outline with `animate`, so `animate` adds the
 * element to `pointed`. Returns a function that removes the additions, because other tests share this document.
 */
function withLayout(pointed: Element[]): () => void {
  const added: [prototype: object, name: string, descriptor: PropertyDescriptor][] = [
    [
      Element.prototype,
      'checkVisibility',
      {
        value: function (this: Element) {
          return this.isConnected && this.closest('[hidden]') === null
        },
      },
    ],
    [
      HTMLElement.prototype,
      'offsetWidth',
      {
        get: function (this: HTMLElement) {
          return this.checkVisibility() ? 100 : 0
        },
      },
    ],
    [
      Element.prototype,
      'getBoundingClientRect',
      {
        value: function (this: Element) {
          return this.checkVisibility() ? new DOMRect(10, 10, 100, 20) : new DOMRect()
        },
      },
    ],
    [Element.prototype, 'scrollIntoView', { value: () => undefined }],
    [
      Element.prototype,
      'animate',
      {
        value: function (this: Element) {
          pointed.push(this)
        },
      },
    ],
  ]
  const before = added.map(([prototype, name]) => Object.getOwnPropertyDescriptor(prototype, name))
  for (const [prototype, name, descriptor] of added)
    Object.defineProperty(prototype, name, { ...descriptor, configurable: true })
  return () => {
    for (const [at, [prototype, name]] of added.entries()) {
      const earlier = before[at]
      if (earlier) Object.defineProperty(prototype, name, earlier)
      else Reflect.deleteProperty(prototype, name)
    }
  }
}

/**
 * Shows a page in the document of jsdom. jsdom has no layout, so an element counts as visible unless it or an ancestor
 * has the attribute `hidden`.
 */
export function openForm(html: string, { path = '/notes/1', ports = {} }: { path?: string; ports?: PagePorts } = {}) {
  const pointed: Element[] = []
  onTestFinished(withLayout(pointed))
  opened.abort()
  opened = new AbortController()
  history.replaceState(null, '', path)
  // A new body, because the old one may have listeners of an earlier test.
  document.body = document.createElement('body')
  document.body.innerHTML = html
  const clock = new StillClock()
  const journal: Journal = { id: '', url: '', patient: null, encounter: '', entries: [], effects: [] }
  const confirmedPatient = 'Rosa Lindqvist'
  // Each fill and each undo gets a new `ports` object, because a scan with the same object reuses the results of an
  // earlier scan.
  const access = () => ({ clock, ports: { ...ports }, confirmedPatient })
  let nonce = ''
  const form: FormInMemory = {
    clock,
    journal,
    pointed,
    read() {
      const reading = read(document, document.URL, { ...ports })
      nonce = reading.nonce
      return reading
    },
    fill: (values) => form.write(planOf(form.read(), values)),
    write: (plan) => fill(document, plan, { ...access(), nonce, journal }),
    undo: () => undo(document, journal, access()),
    async undoField(label) {
      const id = form.read().fields.find((field) => field.label === label)?.id ?? ''
      return undoField(document, journal, id, access())
    },
  }
  return form
}

/** Returns the control with this name. */
export function control<Kind extends HTMLElement = HTMLInputElement>(name: string): Kind {
  const found = document.querySelector<Kind>(`[name="${name}"], #${name}`)
  if (!found) throw new Error(`The page has no control ${name}.`)
  return found
}
