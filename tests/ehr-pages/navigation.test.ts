import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planFill } from '../../lib/page/plan/plan.ts'
import type { FillPlan, Receipt } from '../../lib/page/shapes.ts'
import { type OpenPage, openPageRoom, type PageRoom } from '../../scripts/page-room.ts'
import { casesOf, isExhaustive } from '../exhaustive.ts'
import { inParallel } from './editors/trial.ts'
import { charts, serveCharts } from './navigation-stage.ts'

let room: PageRoom
let stage: Awaited<ReturnType<typeof serveCharts>>
beforeAll(async () => {
  ;[stage, room] = await Promise.all([serveCharts(), openPageRoom()])
})
afterAll(async () => {
  await room.close()
  stage.close()
})

const chart = fc.constantFrom(...Object.keys(charts))
const visit = fc.constantFrom('77', '78')
const only = <Type extends string>(type: Type) => fc.record({ type: fc.constant(type) })
/**
 * Ways in which the document or the chart of a tab changes: an address is opened, the tab goes back or forward in its
 * history, the page is reloaded, or a script shows a chart in the same document.
 */
const move = fc.oneof(
  fc.record({ type: fc.constant('open' as const), chart, visit }),
  only('back'),
  only('forward'),
  only('reload'),
  fc.record({ type: fc.constant('show' as const), chart, told: fc.boolean() }),
)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('move' as const), tab: fc.nat({ max: 1 }), move }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('read' as const), tab: fc.nat({ max: 1 }) }) },
  // Writes a plan: in three of four cases into the tab for which the plan was made, otherwise into the other tab. In
  // one of three cases, the tab moves during the fill.
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('fill' as const),
      tab: fc.nat({ max: 1 }),
      elsewhere: fc.nat({ max: 3 }).map((one) => one === 0),
      meanwhile: fc.oneof(
        { weight: 2, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.record({ move, afterMs: fc.nat({ max: 120 }) }) },
      ),
    }),
  },
)
type Move = typeof move extends fc.Arbitrary<infer Of> ? Of : never
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

const traceCount = casesOf('navigation', 64)
const traces: Step[][] = fc.sample(fc.array(step, { minLength: 4, maxLength: 9 }), {
  numRuns: traceCount,
  seed: 20261121,
})

/** Moves a tab. If this loads a document, waits until it is loaded. */
async function go({ page }: OpenPage, to: Move): Promise<void> {
  if (to.type === 'open') await page.goto(stage.url(to.chart, to.visit))
  else if (to.type === 'reload') await page.goto(page.url())
  else if (to.type === 'back' || to.type === 'forward') {
    // At either end of its history, a tab stays where it is.
    await (to.type === 'back' ? page.goBack() : page.goForward()).catch((error: Error) => {
      if (!error.message.includes('History entry')) throw error
    })
  } else
    await page.evaluate(
      ({ chart: next, told }) =>
        (window as unknown as { show?(chart: string, told: boolean): void }).show?.(next, told),
      { chart: to.chart, told: to.told },
    )
}

interface Score {
  legal: number
  written: number
  refused: number
}

/**
 * Returns the chart and the visit that a tab really shows, such as `310/patient_evaluations/77`, from the address of
 * its form. The values of a plan begin with this text, so the test sees for which chart and visit a value was meant.
 */
const shown = ({ page }: OpenPage): Promise<string> =>
  page.evaluate(() => {
    const form = document.querySelector('form')
    return form?.action.replace(/^.*\/patients\//, '') ?? ''
  })

const markOf = ({ page }: OpenPage): Promise<string> =>
  page.evaluate(() => {
    const marked = window as unknown as { mark?: string }
    marked.mark ??= String(Math.random())
    return marked.mark
  })

/**
 * Moves a tab shortly after the start of its fill. Returns true if the tab then contains another document than before.
 */
async function movedOn(tab: OpenPage, meanwhile: { move: Move; afterMs: number }): Promise<boolean> {
  const before = await markOf(tab)
  await new Promise((done) => setTimeout(done, meanwhile.afterMs))
  await go(tab, meanwhile.move)
  return (await markOf(tab)) !== before
}

/**
 * A plan, with the tab and the document for which it was made. `shows` is what the function `shown` returned at that
 * time. It does not come from the scan, because this test checks the scan.
 */
interface Held {
  plan: FillPlan
  tab: OpenPage
  shows: string
  document: string
}

async function readTab(tab: OpenPage): Promise<Held | null> {
  const reading = await tab.read()
  if (!reading) return null
  const shows = await shown(tab)
  const values = stage.labels.map((label) => ({ label, value: [`${shows} ${label} ${Math.random()}`] }))
  return { plan: planFill(reading, values), tab, shows, document: await markOf(tab) }
}

async function run(trace: Step[]): Promise<Score> {
  const tabs = [await room.open(stage.url('310', '77')), await room.open(stage.url('312', '77'))]
  const score: Score = { legal: 0, written: 0, refused: 0 }
  let held: Held | null = null
  const tabAt = (at: number): OpenPage => tabs[at] as OpenPage

  const fill = async (into: OpenPage, plan: FillPlan): Promise<Receipt[] | null> => {
    try {
      return await into.fill(plan)
    } catch {
      // The document disappeared during the fill.
      return null
    }
  }

  for (const each of trace) {
    if (each.type === 'move') await go(tabAt(each.tab), each.move)
    else if (each.type === 'read') held = await readTab(tabAt(each.tab))
    else {
      held ??= await readTab(tabAt(each.tab))
      if (!held) continue
      const { plan, tab, shows, document } = held
      const into = each.elsewhere ? tabAt(tabs.indexOf(tab) === 0 ? 1 : 0) : tab
      const same =
        plan.writes.length === stage.labels.length &&
        (await markOf(into)) === document &&
        (await shown(into)) === shows &&
        into.page.url() === plan.url
      const { meanwhile } = each
      const filling = fill(into, plan)
      // If the document has disappeared, the fill may never answer. In every other case it must answer.
      const gone = meanwhile !== null && (await movedOn(into, meanwhile))
      const receipts = await (gone ? Promise.race([filling, null]) : filling)
      const kept = receipts?.every(({ outcome }) => outcome === 'written' || outcome === 'unchanged') === true
      if (same && !meanwhile) {
        score.legal++
        if (kept) score.written++
      } else if (!same && receipts?.every(({ outcome }) => outcome === 'refused')) score.refused++
      // Every fill needs a new plan.
      held = null
    }
  }
  await Promise.all(tabs.map(({ page }) => page.close()))
  return score
}

test('in random sequences in a real browser nothing is written into another chart, visit or field, and allowed fills are written', async () => {
  const scores = await inParallel(traces, 5, run)
  const total = (name: keyof Score) => scores.reduce((sum, score) => sum + score[name], 0)
  const wrong = stage.landed.filter(
    ({ chart: whose, visit: which, field, value }) =>
      value !== '' && !value.startsWith(`${whose}/patient_evaluations/${which} ${field} `),
  )
  expect(wrong).toEqual([])
  expect(stage.counted.fromCache).toBeGreaterThan(0)
  const share = isExhaustive('navigation') ? 1 : 0.25
  expect(stage.landed.length).toBeGreaterThan(100 * share)
  expect(stage.counted.presses).toBe(0)
  expect(total('refused')).toBeGreaterThan(5 * share)
  expect(total('legal')).toBeGreaterThan(30 * share)
  expect(total('written') / total('legal')).toBeGreaterThanOrEqual(0.95)
}, 300_000)
