import { join } from 'node:path'
import puppeteer, { type Browser, type CDPSession, type Page } from 'puppeteer'
import { build } from 'vite'
import type { FillPlan, PageReading, Receipt } from '../lib/page/shapes.ts'
import { findBrowser } from './find-browser.ts'
import { type FontSetName, fontEnvironment } from './font-sets.ts'
import { root } from './set-up.mjs'

/** A script of the page room, the same code the extension injects; its exports are in `here`. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
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

/** A page with the page room in a world of its own, as an extension has it. */
export interface OpenPage {
  page: Page
  read(): Promise<PageReading>
  fill(plan: FillPlan, confirmedPatient?: string | null): Promise<Receipt[]>
  undo(): Promise<Receipt[]>
  /** What a function of the bundle answers in that world; its argument is plain data. */
  call(name: string, argument?: unknown): Promise<unknown>
}

export interface PageRoom {
  open(url: string): Promise<OpenPage>
  /** A window the page opened by itself. */
  adopt(page: Page): Promise<OpenPage>
  close(): Promise<void>
}

/** A world of the extension's kind in the page's main frame: it shares the document and none of the page's variables. */
async function isolatedWorld(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'chartside',
  })
  return executionContextId
}

export interface PageRoomOptions {
  /** The script that stands for the page room; its exports can be called. */
  entry?: string
  /** The only fonts that the browser sees; without it, those of this machine. */
  fonts?: FontSetName
  /** What the user has set the page's zoom to; 1 is 100 %. */
  zoom?: number
}

/** Starts a browser that reaches nothing but this machine, for reading and filling pages as the extension does. */
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
  /** One frame for each document, as the extension has it. */
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

  const open = async (url: string): Promise<OpenPage> => {
    const page = await browser.newPage()
    // A browser that zooms draws each CSS pixel larger, and so has room for fewer of them.
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
    // A new document has a new world, which knows nothing of scans before it.
    session.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) contextId = 0
    })
    const run = async (expression: string, again = true): Promise<unknown> => {
      if (contextId === 0) contextId = await isolatedWorld(session)
      const evaluated = session.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      })
      const { result, exceptionDetails } = await evaluated.catch((error: Error) => {
        // The document went while its world was being made: the one that stands there now is asked instead.
        if (!again || !error.message.includes('Cannot find context')) throw error
        return { result: null, exceptionDetails: undefined }
      })
      if (result === null) {
        contextId = 0
        return run(expression, false)
      }
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    }
    // Into the page's own world, as the extension does it.
    const injectEditors = () =>
      session.send('Runtime.evaluate', { expression: `(() => {${editors};\nhere.answerForEditors()})()` })
    /** What the frame answers; the arguments are plain data. */
    const ask = (verb: 'read' | 'fill' | 'undo', ...given: unknown[]) =>
      run(`${frame}.${verb}(${given.map((each) => JSON.stringify(each)).join(', ')})`)
    const read = async () => (await ask('read', null)) as PageReading
    return {
      page,
      async read() {
        const reading = await read()
        if (!reading.fields.some(({ irreversible }) => irreversible)) return reading
        await injectEditors()
        return read()
      },
      async fill(plan, confirmedPatient = null) {
        await injectEditors()
        return (await ask('fill', plan, confirmedPatient)) as Receipt[]
      },
      call: (name, argument) =>
        run(`(() => {${code};\nreturn here[${JSON.stringify(name)}](${JSON.stringify(argument ?? null)})})()`),
      async undo() {
        await injectEditors()
        return (await ask('undo')) as Receipt[]
      },
    }
  }
  return { open, adopt, close: () => browser.close() }
}
