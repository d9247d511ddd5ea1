import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { CDPSession } from 'puppeteer'
import type { Plugin } from 'vite'
import { labelSureEnough, type PageField } from '../lib/page/shapes.ts'
import { formsIn, judged, type Truth, truthOf } from '../tests/bench/page/forms.ts'
import { labelPages, labelPageUrl } from '../tests/ehr-pages/label-pages.ts'
import { serveStoredPages, storedPages } from '../tests/ehr-pages/stored-pages.ts'
import { placeOf, sourcesOf } from './expressions.ts'
import { bundle, type OpenPage, openPageRoom } from './page-room.ts'
import { type Predicate, predicatesOf, switched } from './predicates.ts'
import { root } from './set-up.mjs'

/**
 * Finds predicates (conditions) of the label rules that are not needed. Leaves out one predicate at a time, reads forms
 * that other people made and the pages of the tests, and prints what changes.
 *
 *     npm run ablate-labels -- --forms FOLDER [--forms FOLDER …] [--only PATH] [--every 1] [--together]
 *
 * - `--forms`: a folder that contains one folder for each set of forms.
 * - `--only`: leaves out only predicates of files whose path contains this text.
 * - `--every 10`: leaves out only every tenth predicate.
 * - `--together`: finds predicates that can all be left out at the same time. No control may get a worse result, and
 *   the pages of the tests must be read as before.
 *
 * The bundle that the pages run contains all predicates. Each predicate has variants: texts that can replace it, such
 * as `true` and `false`. `globalThis.ablated` of a page contains the ids of the variants that replace their predicates.
 */

const folders = ['lib/page/label', 'lib/page/choices', 'lib/page/adapters/generic']
const entry = 'tests/bench/page/world.ts'
/** Maximum time of a reading. Without one of the conditions, a loop may never end. */
const limitMs = 30_000

const { values } = parseArgs({
  options: {
    forms: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    together: { type: 'boolean', default: false },
  },
})
if (values.forms.length === 0) throw new Error('Name the folder of the sets: --forms FOLDER.')

const sources = new Map<string, string>()
for (const folder of folders) for (const [file, source] of await sourcesOf(folder)) sources.set(file, source)
const predicates = new Map([...sources].map(([file, source]) => [file, predicatesOf(file, source)]))
const switches: Plugin = {
  name: 'switches',
  enforce: 'pre',
  transform(_, id) {
    const file = [...sources.keys()].find((each) => join(root, each) === id)
    return file ? switched(sources.get(file) ?? '', predicates.get(file) ?? []) : undefined
  },
}
const [code, room] = await Promise.all([bundle(entry, [switches]), openPageRoom({ entry })])

interface Open {
  session: CDPSession
  contextId: number
  /**
   * The ids of the variants that are looked up in `ablated` when this page is read. No other variant can change the
   * result.
   */
  asked: Set<number>
}

interface OpenForm extends Open {
  set: string
  labels: Truth['labels']
  before: Record<string, string>
}

/**
 * Prepares a page for many readings. Each reading runs the whole bundle again, so that no variable keeps a value of the
 * previous reading. Observers are replaced by an empty class, because they would keep the objects of each reading in
 * memory.
 */
async function prepared({ page }: OpenPage): Promise<Open> {
  const session = await page.createCDPSession()
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  const expression = `globalThis.MutationObserver = class { observe() {} disconnect() {} takeRecords() { return [] } }
    globalThis.readWithout = (ids, asked = null) => {
      const off = Object.fromEntries(ids.map((id) => [id, true]));
      globalThis.ablated = asked ? new Proxy(off, { get: (_, id) => (asked.add(Number(id)), off[id]) }) : off;
      ${code};
      return JSON.stringify(here.readHere()?.fields.map(({ label, names, options, table, section, kind, locked, score }) =>
        ({ label, names, options, table, section, kind, locked, score: score < ${labelSureEnough} ? 0 : 1 })) ?? [])
    }
    globalThis.askedWithout = (ids) => {
      const asked = new Set();
      readWithout(ids, asked);
      return JSON.stringify([...asked])
    }`
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression, contextId })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
  return { session, contextId, asked: new Set() }
}

/** Calls a function of a prepared page. Returns null if the code fails or does not end. */
async function answerOf({ session, contextId }: Open, expression: string): Promise<string | null> {
  const answer = await session
    .send('Runtime.evaluate', { expression, contextId, timeout: limitMs })
    .catch((error: Error) => {
      if (/terminated/i.test(error.message)) return null
      throw error
    })
  return answer && !answer.exceptionDetails ? String(answer.result.value) : null
}

/**
 * Returns what is read from a page, as JSON, if the variants with these ids replace their predicates. Null if the code
 * fails or does not end.
 */
const readWithout = (page: Open, ids: number[]) => answerOf(page, `readWithout([${ids.join(', ')}])`)

async function noteAsked(page: Open, ids: number[]): Promise<void> {
  page.asked = new Set(JSON.parse((await answerOf(page, `askedWithout([${ids.join(', ')}])`)) ?? '[]'))
}

/**
 * Returns for each control with a known correct label: true if the label that was read is correct. A control whose
 * label was read with a low score is absent.
 */
function resultsOf({ labels, before: hiddenNames }: OpenForm, json: string): Map<string, boolean> {
  const results = new Map<string, boolean>()
  for (const { name, right: isRight } of judged(JSON.parse(json) as PageField[], labels, hiddenNames))
    results.set(name, isRight || results.get(name) === true)
  return results
}

const forms: OpenForm[] = []
for (const folder of values.forms)
  for (const formSet of (await readdir(folder, { withFileTypes: true })).filter((each) => each.isDirectory()))
    for (const form of await formsIn(join(folder, formSet.name))) {
      const { hideNames, labels } = await truthOf(join(folder, formSet.name), form)
      const formPage = await room.open(pathToFileURL(join(folder, formSet.name, `${form}.html`)).href)
      const formNames = hideNames ? ((await formPage.call('hideNames')) as Record<string, string>) : {}
      forms.push({
        set: `${basename(folder)}/${formSet.name}`,
        labels,
        before: formNames,
        ...(await prepared(formPage)),
      })
    }
const stage = await serveStoredPages()
const addresses = [
  ...(await storedPages()).map(({ path }) => stage.url(path)),
  ...Object.values(labelPages).map(({ html }) => labelPageUrl(html)),
]
const pages: Open[] = []
for (const address of addresses) pages.push(await prepared(await room.open(address)))

/**
 * Calls `work` for each page. At most as many calls run at the same time as there are processors, because each page has
 * its own process.
 */
async function forEach<Page extends Open>(opens: Page[], work: (open: Page) => Promise<void>): Promise<void> {
  const waiting = opens.values()
  const one = async () => {
    for (const page of waiting) await work(page)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
}

const today = new Map<Open, string>()
const resultsToday = new Map<Open, Map<string, boolean>>()
await forEach([...forms, ...pages], async (page) => {
  const reading = await readWithout(page, [])
  if (reading === null) throw new Error('A page cannot be read.')
  today.set(page, reading)
  await noteAsked(page, [])
})
for (const form of forms) resultsToday.set(form, resultsOf(form, today.get(form) ?? ''))

/**
 * The effect of some variants. `changed`, `better` and `worse` count controls. `pages` counts the pages of the tests
 * that are read differently.
 */
interface Effect {
  changed: number
  better: number
  worse: number
  pages: number
  sets: Map<string, { better: number; worse: number }>
}

const rank = (isRight: boolean | undefined): number => (isRight === undefined ? 1 : isRight ? 2 : 0)

/**
 * Returns what changes if the variant `id` is applied besides the variants `gone`. Returns null if the reader of the page
 * fails with these variants. Reads only the pages whose reading looks up `id`.
 */
async function effectOf(goneIds: number[], id: number): Promise<Effect | null> {
  const effect: Effect = { changed: 0, better: 0, worse: 0, pages: 0, sets: new Map() }
  let fails = false
  const readAgain = async <Page extends Open>(opens: Page[], compare: (open: Page, read: string) => void) =>
    forEach(
      opens.filter(({ asked: askedIds }) => askedIds.has(id)),
      async (page) => {
        const reading = fails ? null : await readWithout(page, [...goneIds, id])
        if (reading === null) fails = true
        else if (reading !== today.get(page)) compare(page, reading)
      },
    )
  await readAgain(pages, () => effect.pages++)
  await readAgain(forms, (form, reading) => {
    const results = resultsOf(form, reading)
    const inSet = effect.sets.get(form.set) ?? { better: 0, worse: 0 }
    for (const name of Object.keys(form.labels)) {
      const step = rank(results.get(name)) - rank(resultsToday.get(form)?.get(name))
      if (step > 0) inSet.better++
      if (step < 0) inSet.worse++
    }
    if (inSet.better + inSet.worse > 0) effect.sets.set(form.set, inSet)
  })
  for (const { better, worse } of effect.sets.values()) {
    effect.better += better
    effect.worse += worse
  }
  effect.changed = effect.better + effect.worse
  return fails ? null : effect
}

const effectWords = ({ changed, better, worse, pages, sets }: Effect): string => {
  const inSets = [...sets].map(([setName, each]) => `${setName} +${each.better} -${each.worse}`).join(', ')
  return `changed ${changed}, better ${better}, worse ${worse}, pages ${pages}${inSets && `, ${inSets}`}`
}

const whereIs = (predicate: Predicate, text: string): string => {
  const place = placeOf(sources.get(predicate.file) ?? '', predicate, 140)
  return `${predicate.file}:${place.line}: ${place.text} → ${text}`
}

const all = [...predicates.values()].flat()
const chosenPredicates = all.filter(({ file }, at) => file.includes(values.only) && at % Number(values.every) === 0)
const began = performance.now()

/** Leaves out each predicate alone. For each, prints the effect of its variant that makes the fewest results worse. */
async function alone(): Promise<void> {
  const lines: { worse: number; line: string }[] = []
  let few = 0
  for (const predicate of chosenPredicates) {
    const ways: { text: string; effect: Effect }[] = []
    for (const { id, text } of predicate.variants) {
      const effect = await effectOf([], id)
      if (effect) ways.push({ text, effect })
    }
    ways.sort(
      ({ effect: one }, { effect: two }) => one.worse - two.worse || one.changed - two.changed || one.pages - two.pages,
    )
    const [best] = ways
    if (best && best.effect.changed < 3) few++
    lines.push(
      best
        ? { worse: best.effect.worse, line: `${effectWords(best.effect)}\t${whereIs(predicate, best.text)}` }
        : { worse: Number.POSITIVE_INFINITY, line: `the code fails\t${whereIs(predicate, '')}` },
    )
  }
  for (const { line } of lines.sort((one, two) => two.worse - one.worse)) console.log(line)
  console.log(`${few} predicates change fewer than three controls.`)
}

/**
 * Leaves out more and more predicates. Each predicate is left out in addition to the earlier ones if no result becomes
 * worse and the pages of the tests are read as before.
 */
async function together(): Promise<void> {
  const ids: number[] = []
  for (const predicate of chosenPredicates)
    for (const { id, text } of predicate.variants) {
      const effect = await effectOf(ids, id)
      if (!effect || effect.worse > 0 || effect.pages > 0) continue
      ids.push(id)
      await forEach(
        [...forms, ...pages].filter(({ asked: askedIds }) => askedIds.has(id)),
        (page) => noteAsked(page, ids),
      )
      console.log(`${id}\t${whereIs(predicate, text)}`)
      break
    }
  console.log(`${ids.length} predicates can be left out together.`)
}

await (values.together ? together() : alone())
await room.close()
stage.close()
const controlCount = forms.reduce((sum, { labels }) => sum + Object.keys(labels).length, 0)
const seconds = ((performance.now() - began) / 1000).toFixed(0)
console.log(
  `${chosenPredicates.length} of ${all.length} predicates, ${controlCount} controls of ${forms.length} forms, ${pages.length} pages, ${seconds} s.`,
)
