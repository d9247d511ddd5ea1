import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'puppeteer'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { createLedger } from '../../lib/egress/ledger.ts'
import { launchBrowser } from '../screens/stage.ts'

declare global {
  /** The exports of `ledger.ts`. The test loads a bundle of this file into the page, which sets this variable. */
  var ledger: { createLedger: typeof createLedger }
}

const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>T'))
let browser: Browser
let page: Page
beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../lib/egress/ledger.ts', import.meta.url))
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'ledger' } },
  })) as Rolldown.RolldownOutput[]
  browser = await launchBrowser()
  page = await browser.newPage()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // IndexedDB needs an origin.
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.addScriptTag({ content: built[0]?.output[0].code ?? '' })
})
afterAll(async () => {
  await browser?.close()
  server.close()
})

test('an entry that the disk has refused is written later, and counts what is sent before and after', async () => {
  const sizes = await page.evaluate(async () => {
    const ledger = globalThis.ledger.createLedger()
    const open = indexedDB.open
    const sizeOf = async () => (await ledger.read()).entries.map(({ bytes }) => bytes)
    indexedDB.open = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
    const grow = await ledger.begin({ host: 'scribe.example', kind: 'sound', bytes: 10 })
    await grow(5)
    indexedDB.open = open
    // Reading writes what waits.
    const before = await sizeOf()
    await grow(7)
    return [before, await sizeOf()]
  })
  expect(sizes).toEqual([[15], [22]])
})
