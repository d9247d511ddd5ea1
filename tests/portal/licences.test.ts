import type { Browser, Page } from 'puppeteer'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '../screens/stage.ts'
import { aria, says } from '../screens/words.ts'
import { administrator, asking, type Someone, someone } from '../server/administrator.ts'
import { password } from '../server/ask.ts'
import { good } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { openPath, openTab, signIn } from './portal-browser.ts'
import { picturesWrong } from './wrong-with.ts'

let server: TestServer
let browser: Browser
let page: Page
let admin: Someone
beforeAll(async () => {
  server = await startTestServer()
  admin = await administrator(server)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server.close()
})
beforeEach(async () => {
  page = await openTab(await browser.createBrowserContext())
  await page.setViewport({ width: 1200, height: 800 })
})
afterEach(() => page.browserContext().close())

const grant = async (licence: object) => good(await asking(server, admin)('PUT /api/admin/licenses', licence))
const words = () => page.$eval('#root', (root) => root.textContent ?? '')

/** Creates an organisation with a manager and a member without permissions. */
async function clinic() {
  const manager = await someone(server)
  const call = asking(server, manager)
  const { directoryId } = good(await call('POST /api/user/directories', { name: 'River Clinic' }))
  const member = await someone(server)
  const seat = { name: 'Clinician', permissions: [], email: member.email }
  const { roleId } = good(await call(`POST /api/user/directories/roles/${directoryId}`, seat))
  good(await asking(server, member)(`POST /api/user/directories/invitations/accept/${directoryId}`))
  return { manager, member, call, directoryId, roleId }
}

test('a member who may not list the licences sees the licence that pays, with the credits that are left', async () => {
  const { member, directoryId } = await clinic()
  await signIn(page, server.url, { email: member.email, password })
  await openPath(page, server.url, '/organisation/licences')
  await says(page, 'the number of your notes is not limited')
  await grant({ directoryId, product: 'standard', documentLimit: 500 })
  good(await asking(server, member)('POST /api/user/licenses/increment-usage/document'))
  await openPath(page, server.url, '/organisation/licences')
  await says(page, 'Notes: 499 of 500 left')
  await says(page, 'Ask for more credits')
  expect(await words()).not.toContain('could not be loaded')
  expect(await picturesWrong(page, 'own-licence')).toEqual([])
})

test('a person without an organisation sees the own licence on the account page', async () => {
  const { email, userId } = await someone(server)
  await signIn(page, server.url, { email, password })
  expect(await words()).not.toContain('Your licence')
  await grant({ userId, product: 'standard', documentLimit: 40, sessionLimit: 20 })
  await openPath(page, server.url, '/')
  await says(page, 'Notes: 40 of 40 left')
  await says(page, 'Sessions: 20 of 20 left')
  expect(await picturesWrong(page, 'account-licence')).toEqual([])
})

test('who manages people and licences chooses the licence that pays for a seat', async () => {
  const { manager, member, call, directoryId, roleId } = await clinic()
  await grant({ directoryId, product: 'standard', documentLimit: 500 })
  const { licenseId } = await grant({ directoryId, product: 'standard', documentLimit: 9 })
  const paying = async () =>
    good(await asking(server, member)('GET /api/user/licenses/get-active')).licenses.map(
      (one: { licenseId: string }) => one.licenseId,
    )
  expect(await paying()).toHaveLength(2)
  await signIn(page, server.url, { email: manager.email, password })
  await openPath(page, server.url, '/organisation/people')
  const choose = async (value: string) => {
    await aria(page, 'button', `Edit Clinician, ${member.email}`).click()
    const licence = page.locator('::-p-aria(Licence[role="combobox"])')
    await licence.fill(value)
  }
  await choose(licenseId)
  expect(await picturesWrong(page, 'seat-licence')).toEqual([])
  await aria(page, 'button', 'Save').click()
  await says(page, 'The seat was saved.')
  expect(await paying()).toEqual([licenseId])

  // A person without the permission to list licences changes the name of the seat. This change must not remove the
  // licence of the seat.
  const seats = `/api/user/directories/roles/${directoryId}`
  const helper = await someone(server)
  const seat = { name: 'Office', permissions: ['roles.manage'], email: helper.email }
  good(await call(`POST ${seats}`, seat))
  good(await asking(server, helper)(`POST /api/user/directories/invitations/accept/${directoryId}`))
  const other = await openTab(await browser.createBrowserContext())
  await signIn(other, server.url, { email: helper.email, password })
  await openPath(other, server.url, '/organisation/people')
  await aria(other, 'button', `Edit Clinician, ${member.email}`).click()
  await other.locator('::-p-aria(Name of the seat[role="textbox"])').fill('Therapist')
  expect(await other.$('::-p-aria(Licence[role="combobox"])')).toBeNull()
  await aria(other, 'button', 'Save').click()
  await says(other, 'The seat was saved.')
  await other.browserContext().close()
  const { items } = good(await call(`GET ${seats}`))
  expect(items.find((one: { roleId: string }) => one.roleId === roleId)).toMatchObject({ name: 'Therapist', licenseId })
})
