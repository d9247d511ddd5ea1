import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { launchBrowser } from '../screens/stage.ts'
import { aria, says } from '../screens/words.ts'
import { administrator, asking, type Someone, someone } from '../server/administrator.ts'
import { ask, password } from '../server/ask.ts'
import { good } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { openPath, openTab, signIn } from './portal-browser.ts'
import { picturesWrong } from './wrong-with.ts'

let mail: MailServer
let server: TestServer
let browser: Browser
let page: Page
let admin: Someone

beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ env: { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' } })
  admin = await administrator(server)
  browser = await launchBrowser()
  page = await openTab(browser)
  await signIn(page, server.url, { email: admin.email, password })
})
afterAll(async () => {
  await browser?.close()
  await server.close()
  await mail.close()
})
beforeEach(() => page.setViewport({ width: 1200, height: 800 }))

const open = (path: string) => openPath(page, server.url, path)
const press = (name: string, role = 'button') => aria(page, role, name).click()
const words = (text: string) => says(page, text)

test('an administrator turns off the lost second factor of a person in the dialog of the user', async () => {
  const person = await someone(server)
  await asking(server, person)('POST /api/user/account/2fa/email', { password })
  const begin = () => ask(server.url, 'POST /api/user/login/email', { body: { email: person.email, password } })
  expect((await begin()).body.secondFactor).toBe('email')

  await open('/admin/users')
  await page.locator('::-p-aria(Search users)').fill(person.email)
  await page.locator(`::-p-aria(Actions for ${person.email})`).click()
  await press('Edit', 'menuitem')
  await press('Turn off two-step sign-in', 'checkbox')
  expect(await picturesWrong(page, 'user-dialog')).toEqual([])
  await press('Save')
  await words('The user was saved.')
  expect((await begin()).body.accessToken).toBeTruthy()
})

test('the dialog of a model has nothing cut off and no objection of axe', async () => {
  await open('/admin/models')
  await words('No speech engine is set up. Nothing can be recorded.')
  await press('Add a model')
  await page.locator('::-p-aria(Provider[role="combobox"])').wait()
  expect(await picturesWrong(page, 'model-dialog')).toEqual([])
})

test('the id of a developer organisation at Metronome is entered and removed in the dialog', async () => {
  const call = asking(server, admin)
  const { accessId } = good(await call('POST /api/admin/access/add', { organization: { name: 'Note Builders' } }))
  const stored = async () => good(await call(`GET /api/admin/access/get/${accessId}`)).metronomeId
  const edit = async () => {
    await open('/admin/access')
    await press('Edit Note Builders')
    await page.locator('::-p-aria(Customer id at Metronome[role="textbox"])').click({ count: 3 })
  }
  const save = async () => {
    await press('Save')
    await words('The developer organisation was saved.')
  }
  await edit()
  await page.keyboard.type('customer-1')
  expect(await picturesWrong(page, 'access-dialog')).toEqual([])
  await save()
  expect(await stored()).toBe('customer-1')
  await edit()
  await page.keyboard.press('Backspace')
  await save()
  expect(await stored()).toBeUndefined()
})

test('the audit log says in words what was done, and can be filtered by an action', async () => {
  good(await asking(server, admin)('PUT /api/admin/users', { email: 'ana.lopez@clinic.example', name: 'Ana Lopez' }))
  await open('/admin/audit')
  await words('Signed in')
  await page.locator('::-p-aria(Action[role="combobox"])').fill('User created')
  await press('User created', 'option')
  await says(page, 'User created', 'table')
  await page.waitForFunction(() => !document.querySelector('table')?.textContent.includes('Signed in'))
})
