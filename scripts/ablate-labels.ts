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
const readWithout = (open: Open, ids: number[]) => answerOf(open, `readWithout([${ids.join(', ')}])`)

async function noteAsked(open: Open, ids: number[]): Promise<void> {
  open.asked = new Set(JSON.parse((await answerOf(open, `askedWithout([${ids.join(', ')}])`)) ?? '[]'))
}

/**
 * Returns for each control with a known correct label: true if the label that was read is correct. A control whose
 * label was read with a low score is absent.
 */
function resultsOf({ labels, before }: OpenForm, read: string): Map<string, boolean> {
  const results = new Map<string, boolean>()
  for (const { name, right } of judged(JSON.parse(read) as PageField[], labels, before))
    results.set(name, right || results.get(name) === true)
  return results
}

const forms: OpenForm[] = []
for (const folder of values.forms)
  for (const set of (await readdir(folder, { withFileTypes: true })).filter((each) => each.isDirectory()))
    for (const form of await formsIn(join(folder, set.name))) {
      const { hideNames, labels } = await truthOf(join(folder, set.name), form)
      const open = await room.open(pathToFileURL(join(folder, set.name, `${form}.html`)).href)
      const before = hideNames ? ((await open.call('hideNames')) as Record<string, string>) : {}
      forms.push({ set: `${basename(folder)}/${set.name}`, labels, before, ...(await prepared(open)) })
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
    for (const open of waiting) await work(open)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
}

const today = new Map<Open, string>()
const resultsToday = new Map<Open, Map<string, boolean>>()
await forEach([...forms, ...pages], async (open) => {
  const read = await readWithout(open, [])
  if (read === null) throw new Error('A page cannot be read.')
  today.set(open, read)
  await noteAsked(open, [])
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

const rank = (right: boolean | undefined): number => (right === undefined ? 1 : right ? 2 : 0)

/**
 * Returns what changes if the variant `id` is applied besides the variants `gone`. Returns null if the reader of the page
 * fails with these variants. Reads only the pages whose reading looks up `id`.
 */
async function effectOf(gone: number[], id: number): Promise<Effect | null> {
  const effect: Effect = { changed: 0, better: 0, worse: 0, pages: 0, sets: new Map() }
  let fails = false
  const readAgain = async <Page extends Open>(opens: Page[], compare: (open: Page, read: string) => void) =>
    forEach(
      opens.filter(({ asked }) => asked.has(id)),
      async (open) => {
        const read = fails ? null : await readWithout(open, [...gone, id])
        if (read === null) fails = true
        else if (read !== today.get(open)) compare(open, read)
      },
    )
  await readAgain(pages, () => effect.pages++)
  await readAgain(forms, (form, read) => {
    const now = resultsOf(form, read)
    const inSet = effect.sets.get(form.set) ?? { better: 0, worse: 0 }
    for (const name of Object.keys(form.labels)) {
      const step = rank(now.get(name)) - rank(resultsToday.get(form)?.get(name))
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

const said = ({ changed, better, worse, pages, sets }: Effect): string => {
  const inSets = [...sets].map(([set, each]) => `${set} +${each.better} -${each.worse}`).join(', ')
  return `changed ${changed}, better ${better}, worse ${worse}, pages ${pages}${inSets && `, ${inSets}`}`
}

const whereIs = (predicate: Predicate, text: string): string => {
  const place = placeOf(sources.get(predicate.file) ?? '', predicate, 140)
  return `${predicate.file}:${place.line}: ${place.text} → ${text}`
}

const all = [...predicates.values()].flat()
const chosen = all.filter(({ file }, at) => file.includes(values.only) && at % Number(values.every) === 0)
const began = performance.now()

/** Leaves out each predicate alone. For each, prints the effect of its variant that makes the fewest results worse. */
async function alone(): Promise<void> {
  const lines: { worse: number; line: string }[] = []
  let few = 0
  for (const predicate of chosen) {
    const ways: { text: string; effect: Effect }[] = []
    for (const { id, text } of predicate.variants) {
      const effect = await effectOf([], id)
      if (effect) ways.push({ text, effect })
    }
    ways.sort(
      ({ effect: one }, { effect: other }) =>
        one.worse - other.worse || one.changed - other.changed || one.pages - other.pages,
    )
    const [best] = ways
    if (best && best.effect.changed < 3) few++
    lines.push(
      best
        ? { worse: best.effect.worse, line: `${said(best.effect)}\t${whereIs(predicate, best.text)}` }
        : { worse: Number.POSITIVE_INFINITY, line: `the code fails\t${whereIs(predicate, '')}` },
    )
  }
  for (const { line } of lines.sort((one, other) => other.worse - one.worse)) console.log(line)
  console.log(`${few} predicates change fewer than three controls.`)
}

/**
 * Leaves out more and more predicates. Each predicate is left out in addition to the earlier ones if no result becomes
 * worse and the pages of the tests are read as before.
 */
async function together(): Promise<void> {
  const ids: number[] = []
  for (const predicate of chosen)
    for (const { id, text } of predicate.variants) {
      const effect = await effectOf(ids, id)
      if (!effect || effect.worse > 0 || effect.pages > 0) continue
      ids.push(id)
      await forEach(
        [...forms, ...pages].filter(({ asked }) => asked.has(id)),
        (open) => noteAsked(open, ids),
      )
      console.log(`${id}\t${whereIs(predicate, text)}`)
      break
    }
  console.log(`${ids.length} predicates can be left out together.`)
}

await (values.together ? together() : alone())
await room.close()
stage.close()
const asked = forms.reduce((sum, { labels }) => sum + Object.keys(labels).length, 0)
const seconds = ((performance.now() - began) / 1000).toFixed(0)
console.log(
  `${chosen.length} of ${all.length} predicates, ${asked} controls of ${forms.length} forms, ${pages.length} pages, ${seconds} s.`,
)
