import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { buildForProduction } from '../../../scripts/production-build.ts'
import { root } from '../../../scripts/set-up.mjs'
import { soundFlags } from '../../../scripts/sound-flags.ts'
import { embeddedWriter } from '../../../server/generation/index.ts'
import { createScriptedEngine } from '../../../server/providers/speech/scripted.ts'
import { tone, wav } from '../../audio/tone.ts'
import { picturesDir, visibleScrollBars } from '../../screens/stage.ts'
import { button } from '../../screens/words.ts'
import { asking } from '../../server/administrator.ts'
import { good, newPartner, type Partner } from '../../server/partner.ts'
import { startTestServer, type TestServer } from '../../server/start-server.ts'
import { type HostSite, startHostSite } from './host-site.ts'

/** The words that the scripted speech engine returns for any audio. The fake microphone delivers only a tone. */
export const said = 'Slept six hours and woke once.'

export interface EmbeddingStage {
  server: TestServer
  partner: Partner
  site: HostSite
  browser: Browser
  /** Opens an example page of the customer in a new tab. */
  open(path: string, name?: string): Promise<Page>
  close(): Promise<void>
}

/**
 * Starts a real server, a customer's site of another origin, and a browser whose fake microphone delivers a tone.
 * `http://localhost:PORT` is a listed origin of the developer organisation, so pages of this origin may embed
 * Chartside, and may get the text of a dictation. Pages under another host name of the site may not.
 */
export async function openEmbeddingStage(): Promise<EmbeddingStage> {
  await mkdir(picturesDir, { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'chartside-embedding-'))
  const microphone = join(folder, 'microphone.wav')
  await writeFile(microphone, wav(tone({ hertz: 441, seconds: 10, sampleRateHz: 16_000 }), 16_000))
  await buildForProduction({
    root,
    publicDir: false,
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'react-page.tsx'),
        output: { entryFileNames: 'react-page.js' },
      },
    },
  })
  const engine = createScriptedEngine([{ speaker: 0, text: said, fromMs: 300, toMs: 900 }])
  const server = await startTestServer({ deps: { speech: { engine, message: null }, writers: () => embeddedWriter } })
  const partner = await newPartner(server)
  const site = await startHostSite(server, partner, folder)
  const origins = [site.origin('localhost')]
  const owner = asking(server, partner.owner)
  good(await owner(`POST /api/user/access/update/${partner.accessId}`, { origins }))
  good(await owner(`POST /api/user/access/origins/update/${partner.accessId}`, { origin: origins[0], words: true }))
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    headless: true,
    ...visibleScrollBars,
    args: [
      ...soundFlags({ microphone, playsUnasked: true }),
      // Nobody can answer the browser's question about the microphone here. The flag breaks tab capture, but these
      // tests capture no tab.
      '--use-fake-ui-for-media-stream',
      ...visibleScrollBars.args,
    ],
  })
  return {
    server,
    partner,
    site,
    browser,
    async open(path, name = 'localhost') {
      const page = await browser.newPage()
      // The browser draws a frame of another origin only where it is visible, and a click of Puppeteer waits until its
      // element has stopped moving. In a lower window, a frame whose height changes could leave the visible part.
      await page.setViewport({ width: 1000, height: 1800 })
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
      await page.goto(`${site.origin(name)}${path}`)
      return page
    },
    async close() {
      await browser.close()
      await site.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The events, calls and messages that the example page has recorded, see `host-site.ts`. */
interface Noted {
  events: [string, Record<string, unknown>][]
  calls: [string, ...unknown[]][]
  messages: string[]
}
export const notedBy = (page: Page): Promise<Noted> =>
  page.evaluate(() => (window as unknown as { noted: Noted }).noted)

/** The frame of Chartside in a page. */
export const frameOf = (page: Page): Promise<Frame> =>
  page.waitForFrame((frame) => frame.parentFrame() !== null && frame.url().includes('/embed/frame'))

export const press = (frame: Frame | Page, name: string) => button(frame, name).click()
