import type { Browser, Page } from 'puppeteer'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts'
import { focusObjections } from '../screens/focus.ts'
import { launchBrowser } from '../screens/stage.ts'
import { button, says } from '../screens/words.ts'
import { asking, someone } from '../server/administrator.ts'
import { password } from '../server/ask.ts'
import { good, newPartner, type Partner } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { generate, makeCustomer, permitting } from '../server/webhook-world.ts'
import { openTab, settled, signIn } from './portal-browser.ts'
import { picturesWrong } from './wrong-with.ts'

let server: TestServer
let browser: Browser
let page: Page
let partner: Partner
let receiver: WebhookReceiver
beforeAll(async () => {
  server = await startTestServer({ env: permitting })
  partner = await newPartner(server)
  receiver = await startWebhookReceiver()
  browser = await launchBrowser()
  const first = await openTab(browser)
  await signIn(first, server.url, { email: partner.owner.email, password })
})
afterAll(async () => {
  await browser?.close()
  await server.close()
  await receiver.stop()
})
beforeEach(async () => {
  // Open a new tab. In a used tab, the test would wait without end for a request that an earlier page has not finished.
  page = await openTab(browser)
  await page.setViewport({ width: 1200, height: 800 })
  await page.goto(`${server.url}/portal/#/developers/webhooks`)
  await page.locator('h1').wait()
  await settled(page)
})

afterEach(() => page.close())

const press = (name: string) => button(page, name).click()
const words = (text: string) => says(page, text)

const wrongWith = (name: string) => picturesWrong(page, `webhooks-${name}`)

test('a webhook is added with the keyboard, shows its secret once, and its test event is signed with it', async () => {
  expect(await wrongWith('empty')).toEqual([])
  // The button is shown in the empty list and not also beside the title, so it exists only once.
  expect(await page.$$('::-p-aria(Add a webhook[role="button"])')).toHaveLength(1)
  await page.focus('::-p-aria(Add a webhook[role="button"])')
  await page.keyboard.press('Enter')
  await page.locator('::-p-aria(Address[role="textbox"])').wait()
  await page.keyboard.type(receiver.url)
  expect(await wrongWith('add')).toEqual([])
  await page.keyboard.press('Enter')
  await words('It will not be shown again')
  const secret = await page.$eval('[role="dialog"] pre', (shown) => shown.textContent)
  expect(await wrongWith('secret')).toEqual([])
  await press('I have copied the secret')
  await words(receiver.url)
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('whsec_')

  await press(`Test: ${receiver.url}`)
  await expect.poll(() => receiver.accepted().length).toBe(1)
  const { body = '', headers = {} } = receiver.received[0] ?? {}
  new StandardWebhook(secret).verify(body, headers as Record<string, string>)
  await press(`Deliveries: ${receiver.url}`)
  await words('Delivered')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Deliveries')
})

test('the log shows what became of each delivery, and sends one again', async () => {
  await makeCustomer(server, partner.live)
  receiver.react = () => 503
  await generate(server, partner.live)
  await press(`Deliveries: ${receiver.url}`)
  await page.waitForFunction(
    () => {
      const refresh = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Refresh')
      refresh?.click()
      return document.body.textContent.includes('status 503')
    },
    { polling: 500 },
  )
  await words('Waiting')
  expect(await wrongWith('deliveries')).toEqual([])
  // `focusObjections` presses Tab from the focused element. Move the focus from the heading to the start of the page,
  // so that every control is reached.
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
  })
  expect(await focusObjections(page)).toEqual([])
  receiver.react = () => 200
  const before = receiver.accepted().length
  await page.locator('::-p-aria([role="button"]) >>> ::-p-text(Try now)').click()
  await expect.poll(() => receiver.accepted().length).toBeGreaterThan(before)
})

test('a webhook is edited, gets a new secret, and is removed', async () => {
  await press(`Edit: ${receiver.url}`)
  await page.locator('::-p-aria(Enabled[role="checkbox"])').click()
  expect(await wrongWith('edit')).toEqual([])
  await press('Save')
  await words('Disabled')
  await press(`New secret: ${receiver.url}`)
  expect(await wrongWith('rotate')).toEqual([])
  await press('Make a new secret')
  await words('whsec_')
  await press('I have copied the secret')
  await words('Signed with both secrets until')
  expect(await wrongWith('list')).toEqual([])
  await press(`Remove: ${receiver.url}`)
  await press('Remove')
  await words('No webhook yet')
})

test('a member who may only read sees the webhooks and their deliveries, and no button that changes them', async () => {
  const { accessId, owner } = partner
  const body = { url: receiver.url, events: ['output.ready'] }
  good(await asking(server, owner)(`POST /api/user/access/webhooks/add/${accessId}`, body))
  const reader = await someone(server)
  const invitation = { email: reader.email, permission: 'read' }
  good(await asking(server, owner)(`POST /api/user/access/members/add/${accessId}`, invitation))
  good(await asking(server, reader)(`POST /api/user/access/invites/accept/${accessId}`))
  const context = await browser.createBrowserContext()
  const own = await openTab(context)
  await signIn(own, server.url, { email: reader.email, password })
  await own.goto(`${server.url}/portal/#/developers/webhooks`)
  await own.locator(`::-p-aria(Deliveries: ${receiver.url}[role="button"])`).click()
  await own.locator('::-p-aria(Deliveries[role="heading"])').wait()
  const buttons = await own.$$eval('main button', (all) => all.map((each) => each.textContent))
  expect(buttons.filter((each) => ['Add a webhook', 'Test', 'Edit', 'New secret', 'Remove'].includes(each))).toEqual([])
  await context.close()
})
