import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer from 'puppeteer'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.ts'

const page = `<!doctype html><title>Note</title><form><div id="host"></div><clinic-text></clinic-text></form><script>
  const closed = document.querySelector('#host').attachShadow({ mode: 'closed' })
  closed.innerHTML = '<label>Mood <input></label>'
  customElements.define('clinic-text', class extends HTMLElement {
    constructor() {
      super()
      this.attachShadow({ mode: 'closed' }).innerHTML = '<p>Plan of care</p><textarea></textarea>'
    }
  })
</script>`

test('fields inside closed shadow roots are read by the extension, although no script of the page can read them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-closed-'))
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const manifest = {
    manifest_version: 3,
    name: 'Scan',
    version: '1',
    content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['scan.js'], run_at: 'document_idle' }],
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const entry = fileURLToPath(new URL('closed-shadow-scan.ts', import.meta.url))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry, formats: ['iife'], name: 'scan', fileName: () => 'scan.js' },
    },
  })
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    headless: true,
    pipe: true,
    enableExtensions: [folder],
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const opened = await browser.newPage()
    const readings = async () => {
      // The browser may open the first page before the extension's script is registered.
      await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      const read = await opened.evaluate(() => document.documentElement.dataset.reading)
      return read === undefined ? null : JSON.parse(read)
    }
    await expect.poll(readings).toEqual([
      ['Mood', 'text'],
      ['Plan of care', 'long_text'],
    ])
  } finally {
    await browser.close()
    server.close()
    await rm(folder, { recursive: true })
  }
})
