import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser, type Page as Tab } from 'puppeteer'
import { build } from 'vite'
import { findBrowser } from '../../scripts/find-browser.ts'
import { soundFlags, unmuted } from '../../scripts/sound-flags.ts'
import type {} from './page.ts'
import { tone, wav } from './tone.ts'

/**
 * Frequency in Hz of the tone of the fake microphone. 16,000 is not a multiple of this frequency, so that a lost block
 * of samples causes a phase jump.
 */
export const microphoneToneHz = 441

/** Bundles one script, for a page or an audio thread, with all its imports. */
export async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'page', fileName: 'script' } },
  })
  const [first] = [built].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error(`${entry} was not built`)
  return chunk.code
}

export interface Stage {
  browser: Browser
  /** Opens a new page with `window.capturing`. */
  page(options: { microphone: 'allowed' | 'denied' }): Promise<Tab>
  close(): Promise<void>
}

/** Path of a script in this folder. */
const here = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))

/**
 * Opens a plain page in a real browser. The fake microphone of the browser delivers a tone from a file. `pageScript` is
 * the path of the script of the page.
 */
export async function openStage(pageScript = here('page'), scripts: Record<string, string> = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'capture-'))
  const microphone = join(folder, 'microphone.wav')
  writeFileSync(microphone, wav(tone({ hertz: microphoneToneHz, seconds: 30, sampleRateHz: 48_000 }), 48_000))

  const files: Record<string, [type: string, content: string]> = {
    '/': ['text/html', '<!doctype html><title>Capture</title><script src="/page.js"></script>'],
    '/page.js': ['text/javascript', await bundle(pageScript)],
    '/worklet.js': ['text/javascript', await bundle(here('worklet'))],
  }
  for (const [name, entry] of Object.entries(scripts)) files[name] = ['text/javascript', await bundle(entry)]
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ''] ?? []
    response
      .writeHead(content === undefined ? 404 : 200, { 'content-type': `${type ?? 'text/plain'}; charset=utf-8` })
      .end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    headless: true,
    pipe: true,
    ignoreDefaultArgs: unmuted,
    args: soundFlags({ microphone, playsUnasked: true }),
  })
  return {
    browser,
    async page({ microphone }) {
      const context = await browser.createBrowserContext()
      await context.overridePermissions(origin, microphone === 'allowed' ? ['microphone'] : [])
      const page = await context.newPage()
      await page.goto(origin)
      return page
    },
    async close() {
      await browser.close()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
