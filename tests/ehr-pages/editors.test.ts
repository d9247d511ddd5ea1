import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import {
  choices,
  formModel,
  formValues,
  frameworks,
  note,
  otherFormValues,
  refusedByName,
  selectOnly,
  textEditors,
  widgets,
} from './editors/packages.ts'
import { serveEditors } from './editors/stage.ts'
import { inParallel, type Trial, trial } from './editors/trial.ts'

const starts = ['empty', 'full'] as const
type Start = (typeof starts)[number]

const valuesFor = (name: string, start: Start) =>
  (frameworks.includes(name) ? (start === 'full' ? otherFormValues : formValues) : undefined) ??
  (widgets[name] ?? choices[name] ?? selectOnly[name] ?? refusedByName[name])?.values ??
  note

let room: PageRoom
let stage: Awaited<ReturnType<typeof serveEditors>>
const trials = new Map<string, Trial>()
/**
 * Results of a second trial of the lists in `selectOnly`, by page name. A first choice in these lists needs a
 * confirmation. In the second trial, the clinician has given this confirmation.
 */
const ticked = new Map<string, Trial>()
const of = (name: string, start: Start): Trial => {
  const found = trials.get(`${name} ${start}`)
  if (!found) throw new Error(`${name} was not tried.`)
  return found
}

// Fills and undoes all pages in one browser, a few at a time. The tests below check the results.
beforeAll(async () => {
  ;[stage, room] = await Promise.all([serveEditors(), openPageRoom()])
  const others = [widgets, choices, selectOnly, refusedByName].flatMap((pages) => Object.keys(pages))
  const names = [...textEditors, ...frameworks, ...others]
  const pages = names.flatMap((name) => starts.map((start) => ({ name, start })))
  await inParallel(pages, 5, async ({ name, start }) => {
    trials.set(`${name} ${start}`, await trial(room, stage.url(name, start), valuesFor(name, start)))
  })
  await inParallel(Object.entries(selectOnly), 2, async ([name, { values }]) => {
    ticked.set(name, await trial(room, stage.url(name, 'empty'), values, { forGood: true }))
  })
}, 900_000)
afterAll(async () => {
  await room?.close()
  stage?.close()
})

const outcomes = ({ receipts }: Trial) => receipts.map(({ outcome }) => outcome)

describe.each(textEditors.flatMap((name) => starts.map((start) => ({ name, start }))))(
  '$name, $start at the start',
  ({ name, start }) => {
    test('has every line of the text in its own model, without the page having the focus', () => {
      const done = of(name, start)
      expect(done.focused).toBe(false)
      expect(outcomes(done)).toEqual(['written'])
      expect(done.text).toBe(note)
    })

    test('one undo restores the exact old state', () => {
      const done = of(name, start)
      expect(done.undone.map(({ outcome }) => outcome)).toEqual(['written'])
      expect(done.after).toBe(done.before)
    })
  },
)

describe.each(frameworks.flatMap((name) => starts.map((start) => ({ name, start }))))(
  'Controls of $name, $start at the start',
  ({ name, start }) => {
    test('the model holds text, box, radio and choice', () => {
      const done = of(name, start)
      expect(new Set(outcomes(done))).toEqual(new Set(['written']))
      expect(JSON.parse(done.text)).toMatchObject(formModel(start === 'empty'))
    })

    test('one undo restores the exact old model', () => {
      const done = of(name, start)
      expect(new Set(done.undone.map(({ outcome }) => outcome))).toEqual(new Set(['written']))
      expect(done.after).toBe(done.before)
    })
  },
)

describe.each(Object.entries(choices).flatMap(([name, { model }]) => starts.map((start) => ({ name, start, model }))))(
  '$name, $start at the start',
  ({ name, start, model }) => {
    test('every choice is made, and the application has it in its state', () => {
      const done = of(name, start)
      expect(new Set(outcomes(done))).toEqual(new Set(['written']))
      expect(done.text).toBe(model)
    })

    test('one undo restores the exact old model, even if nothing was selected before', () => {
      const done = of(name, start)
      expect(new Set(done.undone.map(({ outcome }) => outcome))).toEqual(new Set(['written']))
      expect(done.after).toBe(done.before)
    })
  },
)

describe.each(Object.entries(widgets).flatMap(([name, { model }]) => starts.map((start) => ({ name, start, model }))))(
  '$name, $start at the start',
  ({ name, start, model }) => {
    test('the widget’s own model has the value', () => {
      const done = of(name, start)
      expect(new Set(outcomes(done))).toEqual(new Set(['written']))
      expect(done.text).toBe(model)
    })

    test('one undo restores the exact old state', () => {
      const done = of(name, start)
      expect(new Set(done.undone.map(({ outcome }) => outcome))).toEqual(new Set(['written']))
      expect(done.after).toBe(done.before)
    })
  },
)

describe.each(Object.entries(selectOnly))('%s', (name, { model }) => {
  test('a choice is made, and one undo restores the earlier choice', () => {
    const done = of(name, 'full')
    expect(new Set(outcomes(done))).toEqual(new Set(['written']))
    expect(done.text).toBe(model)
    expect(new Set(done.undone.map(({ outcome }) => outcome))).toEqual(new Set(['written']))
    expect(done.after).toBe(done.before)
  })

  test('if nothing was selected before, the plan names the choice and holds it back, and the filler refuses it', () => {
    const done = of(name, 'empty')
    expect(done.reading.fields.map(({ value, irreversible }) => [value, irreversible])).toEqual(
      done.reading.fields.map(() => [[], true]),
    )
    expect(done.plan.writes.map(({ irreversible }) => irreversible)).toEqual(done.reading.fields.map(() => 'held-back'))
    expect(done.receipts.map(({ label, outcome, reason }) => [label, outcome, reason])).toEqual(
      done.reading.fields.map(({ label }) => [label, 'refused', 'irreversible']),
    )
    expect(done.undone).toEqual([])
    expect(done.after).toBe(done.before)
  })

  test('once confirmed as permanent the choice is made, and receipt and undo say so', () => {
    const done = ticked.get(name)
    expect(done?.receipts.map(({ outcome, irreversible }) => [outcome, irreversible])).toEqual(
      done?.reading.fields.map(() => ['written', true]),
    )
    expect(done?.text).toBe(model)
    expect(done?.undone.map(({ outcome, reason }) => [outcome, reason])).toEqual(
      done?.reading.fields.map(() => ['refused', 'irreversible']),
    )
    expect(done?.after).toBe(done?.text)
  })
})

test('one undo restores everything that was filled without that tick; choices that it could not restore were refused by name', () => {
  for (const [name, { plan, receipts, undone, before, after }] of trials) {
    const held = plan.writes.filter(({ irreversible }) => irreversible).map(({ fieldId }) => fieldId)
    for (const { fieldId, label, outcome, reason } of receipts)
      expect([name, label, outcome, reason]).toEqual([
        name,
        expect.stringMatching(/\S/),
        ...(held.includes(fieldId)
          ? ['refused', 'irreversible']
          : outcome === 'refused'
            ? ['refused', plan.refusals.find((each) => each.label === label)?.reason]
            : [expect.stringMatching(/written|unchanged/), undefined]),
      ])
    const written = receipts.filter(({ outcome }) => outcome === 'written').map(({ fieldId }) => fieldId)
    expect([name, undone.map(({ fieldId, outcome }) => [fieldId, outcome])]).toEqual([
      name,
      written.map((fieldId) => [fieldId, 'written']),
    ])
    expect([name, after]).toEqual([name, before])
  }
})

test('the label of every text editor is the question it answers, not the editor’s own name', () => {
  const named = textEditors.map((name) => [
    name,
    ...new Set(starts.flatMap((start) => of(name, start).receipts.map(({ label }) => label))),
  ])
  expect(named).toEqual(textEditors.map((name) => [name, 'Progress note']))
})

test('what a scan does not offer is refused by name, and the page stays unchanged', () => {
  for (const [name, { reason, values }] of Object.entries(refusedByName)) {
    for (const start of starts) {
      const done = of(name, start)
      expect(done.receipts.map((receipt) => [receipt.label, receipt.outcome, receipt.reason])).toEqual(
        values.map(({ label }) => [label, 'refused', reason]),
      )
      expect(done.after).toBe(done.before)
    }
  }
})

test('a receipt says written exactly where the model has the value, nothing is clicked and no markup runs', () => {
  expect(trials.size).toBeGreaterThan(70)
  for (const [name, done] of trials) {
    expect([name, done.presses, done.executed, done.faults]).toEqual([name, [], [], []])
  }
})
