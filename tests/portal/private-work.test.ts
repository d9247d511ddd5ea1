import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { directorySettings } from '../../lib/contracts/index.ts'
import { launchBrowser } from '../screens/stage.ts'
import { aria, says } from '../screens/words.ts'
import { administrator, asking, type Someone } from '../server/administrator.ts'
import { password } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { openPath, openTab, signIn } from './portal-browser.ts'
import { picturesWrong } from './wrong-with.ts'

let server: TestServer
let browser: Browser
let page: Page
/** Manages an organisation, and is an administrator of the product. */
let manager: Someone
let directoryId: string
const name = `Clinic ${randomUUID().slice(0, 8)}`

beforeAll(async () => {
  server = await startTestServer()
  manager = await administrator(server)
  directoryId = (await asking(server, manager)('POST /api/user/directories', { name })).body.directoryId
  browser = await launchBrowser()
  page = await openTab(browser)
  await signIn(page, server.url, { email: manager.email, password })
})
afterAll(async () => {
  await browser?.close()
  await server.close()
})
beforeEach(() => page.setViewport({ width: 1200, height: 800 }))

/** Changes a checkbox with the keyboard. */
async function toggle(label: string) {
  const box = await aria(page, 'checkbox', label).waitHandle()
  await box.focus()
  await page.keyboard.press('Space')
}

test('a manager allows and forbids private work with the keyboard', async () => {
  const settings = async () => (await asking(server, manager)(`GET /api/user/directories/settings/${directoryId}`)).body
  const label = 'Members may work privately without these rules'
  await openPath(page, server.url, '/organisation/settings')
  for (const privateWork of [true, undefined]) {
    await toggle(label)
    expect(await picturesWrong(page, `private-work-${privateWork ? 'on' : 'off'}`)).toEqual([])
    await aria(page, 'button', 'Save the settings').click()
    await expect.poll(async () => (await settings()).privateWork).toBe(privateWork)
  }
})

test('a member who works in no organisation reads whose rules hold', async () => {
  const call = asking(server, manager)
  const body = { ...directorySettings.parse({}), allowedHosts: ['ehr.example'] }
  expect((await call(`PUT /api/user/directories/settings/${directoryId}`, body)).status).toBe(200)
  // Only somebody with several organisations can choose.
  await call('POST /api/user/directories', { name: 'Second Clinic' })
  await openPath(page, server.url, '/organisation')
  const none = await aria(page, 'radio', 'None').waitHandle()
  expect(await page.$eval('#root', (root) => root.textContent)).not.toContain('hold here, too')
  await none.focus()
  await page.keyboard.press('Space')
  await says(page, `The rules of ${name} hold here, too.`)
  expect(await picturesWrong(page, 'rules-of-others')).toEqual([])
})

test('an administrator chooses the organisation for people without a seat with the keyboard', async () => {
  await openPath(page, server.url, '/admin/organisations')
  await aria(page, 'button', `Edit ${name}`).click()
  await toggle('Its rules and licences also hold for people without a seat')
  expect(await picturesWrong(page, 'organisation-dialog')).toEqual([])
  await aria(page, 'button', 'Save').click()
  await says(page, `${name} (also for people without a seat)`)
  expect(await picturesWrong(page, 'organisation-for-seatless')).toEqual([])
  const { body } = await asking(server, manager)(`GET /api/admin/directories/${directoryId}`)
  expect(body.forSeatless).toBe(true)
})
