import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { embeddedWriter, generate } from '../../server/generation/index.ts'
import { launchBrowser } from '../screens/stage.ts'
import { button, says } from '../screens/words.ts'
import { asking } from '../server/administrator.ts'
import { password } from '../server/ask.ts'
import { bearing, good, newPartner, type Partner } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { openPath, openTab, signIn } from './portal-browser.ts'
import { picturesWrong } from './wrong-with.ts'

let server: TestServer
let browser: Browser
let page: Page
let partner: Partner

beforeAll(async () => {
  server = await startTestServer({ deps: { generate, writers: () => embeddedWriter } })
  partner = await newPartner(server)
  browser = await launchBrowser()
  page = await openTab(browser)
  await signIn(page, server.url, { email: partner.owner.email, password })
})
afterAll(async () => {
  await browser?.close()
  await server.close()
})
beforeEach(() => page.setViewport({ width: 1200, height: 800 }))

const open = (path: string) => openPath(page, server.url, path)
const press = (name: string) => button(page, name).click()
const words = (text: string) => says(page, text)

test('the playground writes an output with a key that it makes, and shows quotes, use and the program', async () => {
  await open('/developers/playground')
  await press('Make a key that works for an hour')
  await words('The key works for an hour.')
  await press('Run')
  await page.locator('::-p-aria(Output[role="region"])').wait()
  await words('Tokens received')
  await words('built-in writer')
  await words('Ready')
  // Only a field without a certain answer shows its quotes at once.
  const cards = await page.$$eval('h2', (all) =>
    all.map(({ parentElement }) => ({
      quotes: parentElement?.querySelectorAll('blockquote').length ?? 0,
      words: parentElement?.textContent ?? '',
    })),
  )
  for (const { quotes, words } of cards)
    expect([words, quotes > 0]).toEqual([words, words.includes('without a certain answer')])
  const before = (await page.$$('blockquote')).length
  await page.locator('button[aria-expanded="false"] ::-p-text(quote)').click()
  await page.waitForFunction((before) => document.querySelectorAll('blockquote').length > before, {}, before)
  await page.evaluate(() => scrollTo(0, 0))
  expect(await picturesWrong(page, 'playground-output')).toEqual([])

  const { items } = good(await asking(server, partner.owner)(`GET /api/user/access/keys/list/${partner.accessId}`))
  const made = items.find(({ name }: { name: string }) => name === 'Playground')
  expect(made).toMatchObject({ test: true })
  expect(new Date(made.expiresAt).getTime()).toBeLessThan(Date.now() + 61 * 60_000)
  const shown = await page.evaluate(() => document.body.textContent)
  expect(shown).not.toContain('ck_test_')
  const outputs = '/api/outputs/list?customer_id=playground'
  expect(good(await bearing(server, partner.test)(`GET ${outputs}`)).items).toHaveLength(1)
})

test('a key of live data is refused before anything is sent', async () => {
  await open('/developers/playground')
  await page.locator('::-p-aria(Sandbox key[role="textbox"])').fill(partner.live)
  await words('This is not a sandbox key.')
  expect(await page.$eval('::-p-aria(Run[role="button"])', (button) => (button as HTMLButtonElement).disabled)).toBe(
    true,
  )
})

test('a template of a customer is added, edited, saved and deleted', async () => {
  good(await bearing(server, partner.live)('POST /api/customers/authenticate', { customerIdentifier: 'north-clinic' }))
  await open('/developers/templates')
  await page.locator('::-p-aria(Customer[role="combobox"])').click()
  await page.locator('::-p-aria(north-clinic[role="option"])').click()
  await words('This customer has no template yet.')
  await press('Add a template')
  await page.locator('::-p-aria(Name[role="textbox"])').fill('Intake')
  await page.locator('::-p-aria(Identifier[role="textbox"])').fill('intake')
  await press('Add')
  await words('version 1')
  const savable = () => page.$$eval('::-p-aria(Save[role="button"])', (all) => all.map((each) => each.ariaDisabled))
  expect(await savable()).toEqual(['true', 'true'])
  await page.locator('::-p-aria(Template name[role="textbox"])').fill('Intake of adults')
  expect(await savable()).toEqual([null, null])
  await press('Save')
  await words('version 2')
  expect(await picturesWrong(page, 'customer-template')).toEqual([])
  await press('Back')
  await words('Intake of adults')
  await press('JSON of Intake of adults')
  await words('"templateIdentifier": "intake"')
  await press('Close')
  const path = '/api/templates/get/intake?customer_id=north-clinic'
  expect(good(await bearing(server, partner.live)(`GET ${path}`)).name).toBe('Intake of adults')
  await press('Delete Intake of adults')
  await press('Delete')
  await words('The template was deleted.')
  expect((await bearing(server, partner.live)(`GET ${path}`)).status).toBe(404)
})
