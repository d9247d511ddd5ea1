import { join } from 'node:path'
import puppeteer, { type Browser, type CDPSession, type Page } from 'puppeteer'
import { build, type Plugin } from 'vite'
import type { DayOrder } from '../lib/page/dates.ts'
import type { Carried, FillPlan, FillResult, PageReading, Receipt } from '../lib/page/shapes.ts'
import { findBrowser } from './find-browser.ts'
import { type FontSetName, fontEnvironment } from './font-sets.ts'
import { root } from './set-up.mjs'

/**
 * Bundles the code that reads and fills pages into one script, as the extension injects it. The script puts its exports
 * into the variable `here`. `plugins` may change the code before it is bundled.
 */
export function bundle(entry: string, plugins?: Plugin[]): Promise<string> {
  if (plugins) return bundleAnew(entry, plugins)
  const code = bundles.get(entry) ?? bundleAnew(entry, [])
  bundles.set(entry, code)
  return code
}

const bundles = new Map<string, Promise<string>>()

async function bundleAnew(entry: string, plugins: Plugin[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      minify: true,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'here', fileName: 'here' },
    },
  })
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunk = outputs.find((each) => each.type === 'chunk')
  if (!chunk || !('code' in chunk)) throw new Error('The page room could not be bundled.')
  return chunk.code
}

/**
 * A page into which the code that reads and fills pages is injected, in an isolated world, as the extension does it.
 */
export interface OpenPage {
  page: Page
  /** `dayOrder`: what the dates of this site begin with, as the clinician has chosen. */
  read(dayOrder?: DayOrder): Promise<PageReading>
  fill(plan: FillPlan, confirmedPatient?: string | null): Promise<Receipt[]>
  undo(): Promise<Receipt[]>
  undoField(fieldId: string): Promise<Receipt[]>
  /**
   * Call this function when the user begins to drag a value out of the panel. Waits until the value is dropped on the
   * page, and fills it in. Null: nothing was filled, for example because `letGo` was called.
   */
  carry(carried: Carried, confirmedPatient?: string | null): Promise<Receipt | null>
  letGo(): Promise<void>
  call(name: string, argument?: unknown): Promise<unknown>
}

export interface PageRoom {
  open(url: string): Promise<OpenPage>
  adopt(page: Page): Promise<OpenPage>
  close(): Promise<void>
}

/**
 * Creates an isolated world in the page's main frame, like that of an extension: it shares the document, but not the
 * page's variables.
 */
async function isolatedWorld(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'chartside',
  })
  return executionContextId
}

export interface PageRoomOptions {
  entry?: string
  fonts?: FontSetName
  zoom?: number
}

export async function openPageRoom({
  entry = 'lib/page/frame.ts',
  fonts,
  zoom = 1,
}: PageRoomOptions = {}): Promise<PageRoom> {
  const [code, editors, executablePath] = await Promise.all([
    bundle(entry),
    bundle('lib/page/models/answer.ts'),
    findBrowser(),
  ])
  const key = "Symbol.for('chartside.frame')"
  /**
   * An expression whose value is the `PageFrame` object of the document. The first evaluation in a document creates it.
   */
  const frame = `(globalThis[${key}] ??= (() => {${code};\nreturn here.createPageFrame()})())`
  const browser: Browser = await puppeteer.launch({
    executablePath,
    headless: true,
    pipe: true,
    env: { ...process.env, ...(fonts ? fontEnvironment(fonts) : {}) },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--allow-file-access-from-files',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })

  const openUrl = async (url: string): Promise<OpenPage> => {
    const page = await browser.newPage()
    // With a zoom of 2, a CSS pixel is twice as large, so the viewport has half as many CSS pixels in each direction.
    await page.setViewport({
      width: Math.round(1280 / zoom),
      height: Math.round(900 / zoom),
      deviceScaleFactor: zoom,
    })
    await page.goto(url, { waitUntil: 'load' })
    return adopt(page)
  }

  const adopt = async (page: Page): Promise<OpenPage> => {
    const session = await page.createCDPSession()
    await session.send('Page.enable')
    let contextId = await isolatedWorld(session)
    // A new document needs a new isolated world. The results of earlier scans are lost.
    session.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) contextId = 0
    })
    const run = async (expression: string, mayRetry = true): Promise<unknown> => {
      if (contextId === 0) contextId = await isolatedWorld(session)
      const evaluated = session.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      })
      const { result, exceptionDetails } = await evaluated.catch((error: Error) => {
        // The document was replaced while its world was being created. Try once more in the new document.
        if (!mayRetry || !error.message.includes('Cannot find context')) throw error
        return { result: null, exceptionDetails: undefined }
      })
      if (result === null) {
        contextId = 0
        return run(expression, false)
      }
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    }
    // Runs outside the isolated world, as in the extension, because only the page's own world can access the objects of
    // its editors.
    const injectEditors = () =>
      session.send('Runtime.evaluate', { expression: `(() => {${editors};\nhere.answerForEditors()})()` })
    /** Calls a function of the frame and returns its answer. The arguments must be plain data. */
    const ask = (verb: 'read' | 'fill' | 'undoField' | 'carry' | 'letGo', ...args: unknown[]) =>
      run(`${frame}.${verb}(${args.map((each) => JSON.stringify(each)).join(', ')})`)
    const readPage = async (dayOrder?: DayOrder) => (await ask('read', null, dayOrder ?? null)) as PageReading
    return {
      page,
      async read(dayOrder) {
        const reading = await readPage(dayOrder)
        if (!reading.fields.some(({ irreversible, orderUnknown }) => irreversible || orderUnknown)) return reading
        await injectEditors()
        return readPage(dayOrder)
      },
      async fill(plan, confirmedPatient = null) {
        await injectEditors()
        return ((await ask('fill', plan, confirmedPatient)) as FillResult).receipts
      },
      call: (name, argument) =>
        run(`(() => {${code};\nreturn here[${JSON.stringify(name)}](${JSON.stringify(argument ?? null)})})()`),
      async undo() {
        await injectEditors()
        return (await run(`${frame}.undo(${frame}.fillId())`)) as Receipt[]
      },
      async undoField(fieldId) {
        await injectEditors()
        return (await ask('undoField', fieldId)) as Receipt[]
      },
      async carry(carried, confirmedPatient = null) {
        await injectEditors()
        const result = (await ask('carry', carried, confirmedPatient)) as FillResult | null
        return result?.receipts[0] ?? null
      },
      async letGo() {
        await ask('letGo')
      },
    }
  }
  return { open: openUrl, adopt, close: () => browser.close() }
}
