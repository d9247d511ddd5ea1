import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Browser, BrowserContext, HTTPRequest, Page } from 'puppeteer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { directorySettings } from '../../lib/contracts/index.ts'
import { directories } from '../../server/store/schema/index.ts'
import { launchBrowser } from '../screens/stage.ts'
import { button, says } from '../screens/words.ts'
import { administrator, asking, someone } from '../server/administrator.ts'
import { ask, password } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { openTab, settled, signIn } from './portal-browser.ts'
import { picturesWrong } from './wrong-with.ts'

let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page
beforeAll(async () => {
  server = await startTestServer()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server.close()
})
beforeEach(async () => {
  context = await browser.createBrowserContext()
  page = await openTab(context)
  await page.setViewport({ width: 1200, height: 800 })
})
afterEach(() => context.close())

/** Everything that stands on the page. */
const words = () => page.$eval('#root', (root) => root.textContent ?? '')
const heading = (name: string) => page.locator(`::-p-aria(${name}[role="heading"])`).wait()
const press = (name: string) => button(page, name).click()
const go = async (path: string) => {
  await page.evaluate((path) => location.assign(`#${path}`), path)
  await settled(page)
}
const waitForWords = (text: string) => says(page, text)

/** Creates a person with a directory of their own, and signs this person in to the portal. */
async function manager() {
  const person = await someone(server)
  const call = asking(server, person)
  const { body } = await call('POST /api/user/directories', { name: `Clinic ${randomUUID().slice(0, 8)}` })
  await signIn(page, server.url, { email: person.email, password })
  return { person, call, directory: body }
}

describe('signing in', () => {
  test('works with a password, lasts after a reload, and ends with signing out', async () => {
    const { email } = await someone(server)
    await signIn(page, server.url, { email, password })
    await page.reload()
    await heading('Account')
    await waitForWords(email)
    await press('Sign out')
    await heading('Sign in')
    await page.reload()
    await heading('Sign in')
    expect(await words()).not.toContain(email)
  })

  test('no script can read the session, and no storage holds it', async () => {
    const { email } = await someone(server)
    await signIn(page, server.url, { email, password })
    const held = await page.evaluate(() => [
      document.cookie,
      ...Object.values(localStorage),
      ...Object.values(sessionStorage),
    ])
    expect(held.filter((value) => !['', 'auto', 'light', 'dark'].includes(String(value)))).toEqual([])
  })

  test('the link of the panel signs in once, and leaves neither the address nor the history', async () => {
    const { token, email } = await someone(server)
    const { body } = await ask(server.url, 'POST /api/user/login/generate-otc', { token })
    const link = `${server.url}/portal/#otc=${body.secret}`
    await page.goto(link)
    await heading('Account')
    await waitForWords(email)
    expect(page.url()).not.toContain(body.secret)
    const other = await browser.createBrowserContext()
    const second = await openTab(other)
    await second.goto(link)
    await second.locator('::-p-aria(Sign in[role="heading"])').wait()
    await other.close()
  })

  test('a link that has failed does not sign in the person of an earlier visit', async () => {
    const { email } = await someone(server)
    await signIn(page, server.url, { email, password })
    await page.goto('about:blank')
    await page.goto(`${server.url}/portal/#otc=used`)
    await page.locator('::-p-aria(Sign in[role="heading"])').wait()
    await waitForWords('This link was already used or has expired.')
  })

  test('signing out of the panel ends the portal that it opened', async () => {
    const { token, email } = await someone(server)
    const { body } = await ask(server.url, 'POST /api/user/login/generate-otc', { token })
    await page.goto(`${server.url}/portal/#otc=${body.secret}`)
    await waitForWords(email)
    await ask(server.url, 'POST /api/user/logout/current', { token })
    await page.reload()
    await page.locator('::-p-aria(Sign in[role="heading"])').wait()
  })

  test('a session that was ended elsewhere asks to sign in again', async () => {
    const { token, email } = await someone(server)
    await signIn(page, server.url, { email, password })
    await ask(server.url, 'POST /api/user/logout/all', { token })
    await go('/organisation')
    await waitForWords('You are no longer signed in.')
  })

  test('a way to sign in that is not allowed any more ends the session, and the form says what to do', async () => {
    const { token, email } = await someone(server)
    const call = (path: string, body: object) => ask(server.url, path, { token, body })
    const { directoryId } = (await call('POST /api/user/directories', { name: 'River Clinic' })).body
    await signIn(page, server.url, { email, password })
    // Write the setting to the database. The API would refuse it, because this server does not support signing in with
    // Google.
    await server.store.database
      .update(directories)
      .set({ settings: directorySettings.parse({ signInMethods: ['google'] }) })
      .where(eq(directories.id, directoryId))
    await page.reload()
    await waitForWords('River Clinic does not allow signing in with your email address any more. Sign in with Google.')
  })

  test('the portal is not shown in a frame of another page', async () => {
    const answer = await fetch(`${server.url}/portal/`)
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toMatch(/script-src 'self'/)
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(policy).not.toContain('https:')
    expect(policy).not.toContain('unsafe-eval')
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})

describe('an organisation', () => {
  test('is created, gets a person, and shows the person as invited', async () => {
    const { email } = await someone(server)
    await signIn(page, server.url, { email, password })
    await go('/organisation')
    await press('Create an organisation')
    await page.locator('::-p-aria(Name[role="textbox"])').fill('South Clinic')
    await press('Create')
    await waitForWords('What you may do in this organisation')
    await go('/organisation/people')
    await press('Add a person')
    await page.locator('::-p-aria(Email of the person[role="textbox"])').fill('ana.lopez@clinic.example')
    await page.locator('::-p-aria(Read notes[role="checkbox"])').click()
    await press('Add')
    await waitForWords('ana.lopez@clinic.example')
    await waitForWords('Invited')
  })

  test('adds the people of a file, and a copied link makes an account where no mail can be sent', async () => {
    await manager()
    await go('/organisation/people')
    await press('Add people with a file')
    const folder = await mkdtemp(join(tmpdir(), 'people-'))
    const file = join(folder, 'people.csv')
    await writeFile(file, 'E-mail;Name;Ward\r\nana@big.example;Ana Ruiz;3\r\nben@;Ben;3\r\ncy@big.example;;\r\n')
    const input = await page.waitForSelector('[role="dialog"] input[type="file"]')
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file)
    await rm(folder, { recursive: true })
    await waitForWords('New: 2. Here already, stay as they are: 0. With a fault: 1.')
    await waitForWords('“ben@” is not an email address.')
    await waitForWords('These columns are not read: Ward.')
    expect(await picturesWrong(page, 'people-file')).toEqual([])
    await press('Add 2 people')
    await waitForWords('2 people were added. This server sends no emails.')
    await page.locator('label::-p-text(Not accepted)').click()
    await waitForWords('no email was sent')
    expect(await picturesWrong(page, 'people-invited')).toEqual([])
    await press('Copy link for ana@big.example')
    await waitForWords('Give this link only to ana@big.example.')
    expect(await picturesWrong(page, 'invitation-link')).toEqual([])
    const link = await page.$eval('[role="dialog"] pre', (link) => link.textContent ?? '')

    const ana = await openTab(await browser.createBrowserContext())
    await ana.setViewport({ width: 1200, height: 800 })
    await ana.goto(link)
    await says(ana, 'invites ana@big.example as Clinician.')
    expect(await picturesWrong(ana, 'invitation-account')).toEqual([])
    expect(await ana.$eval('input[autocomplete="name"]', (name) => (name as HTMLInputElement).value)).toBe('Ana Ruiz')
    await ana.locator('::-p-aria(Password[role="textbox"])').fill(password)
    await button(ana, 'Make the account and accept').click()
    await says(ana, 'ana@big.example')
    await ana.browserContext().close()
    await page.reload()
    await waitForWords('Occupied')
  })

  test('keeps its settings', async () => {
    const { call, directory } = await manager()
    await go('/organisation/settings')
    await page.locator('::-p-aria(Everybody needs two-step sign-in[role="checkbox"])').click()
    await press('Save the settings')
    await waitForWords('The settings were saved.')
    const { body } = await call(`GET /api/user/directories/settings/${directory.directoryId}`)
    expect(body.secondFactorRequired).toBe(true)
  })

  test('offers its members only the countries that it allows for phone numbers', async () => {
    const { call, directory } = await manager()
    await go('/organisation/settings')
    await page.locator('::-p-aria(Continents)').fill('Euro')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[role="option"]')].some(({ textContent }) => textContent === 'Europe'),
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await press('Save the settings')
    await waitForWords('The settings were saved.')
    const { body } = await call(`GET /api/user/directories/settings/${directory.directoryId}`)
    expect(body.phoneCountries).toEqual({ continents: ['europe'] })
    expect(await picturesWrong(page, 'settings-phone-countries')).toEqual([])
    await go('/account')
    await press('Add a phone')
    await page.locator('::-p-aria(Country[role="combobox"])').click()
    await waitForWords('Germany +49')
    expect(await page.$$eval('[role="option"]', (options) => options.map((one) => one.textContent))).not.toContain(
      'Canada +1',
    )
  })

  test('does not undo what another manager has saved, and keeps the own changes', async () => {
    const { call, directory } = await manager()
    const path = `/api/user/directories/settings/${directory.directoryId}`
    await go('/organisation/settings')
    await page.locator('::-p-aria(Everybody needs two-step sign-in[role="checkbox"])').click()
    const consent = { required: true, text: 'The patient agrees.', version: 2 }
    await call(`PUT ${path}`, { ...directorySettings.parse({}), consent })
    await press('Save the settings')
    await waitForWords('Somebody else has changed the settings')
    expect((await call(`GET ${path}`)).body).toMatchObject({ secondFactorRequired: false, consent })
    expect(await picturesWrong(page, 'settings-changed')).toEqual([])
    await press('Load the new settings')
    await waitForWords('together with your own changes')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Save the settings')
    expect(await picturesWrong(page, 'settings-merged')).toEqual([])
    await press('Save the settings')
    await waitForWords('The settings were saved.')
    expect((await call(`GET ${path}`)).body).toMatchObject({ secondFactorRequired: true, consent })
  })

  test('shows a refusal of the server in the dialog, and keeps what was typed', async () => {
    const { person } = await manager()
    await go('/organisation/people')
    await press('Add a person')
    await page.locator('::-p-aria(Email of the person[role="textbox"])').fill(person.email)
    await press('Add')
    await page.locator('[role="dialog"] [role="alert"]').wait()
    expect(await page.$eval('[role="dialog"] input[type="email"]', (input) => (input as HTMLInputElement).value)).toBe(
      person.email,
    )
  })
})

describe('the administration', () => {
  test('is not shown to others', async () => {
    await manager()
    await go('/admin/users')
    await heading('Account')
    expect(await words()).not.toContain('Administration')
  })

  test('an administrator acts as a person, and every page says so', async () => {
    const admin = await administrator(server)
    const person = await someone(server)
    await signIn(page, server.url, { email: admin.email, password })
    await go('/admin/users')
    await page.locator('::-p-aria(Search users[role="textbox"])').fill(person.email)
    await press(`Actions for ${person.email}`)
    await page.locator('::-p-aria(Act as this person[role="menuitem"])').click()
    await press('Act as this person')
    await waitForWords(`You act as ${person.email}`)
    await go('/organisation')
    await waitForWords(`You act as ${person.email}`)
    expect(await words()).not.toContain('Administration')
  })

  test('rows that a search is about to replace take no clicks, so that no other row gets the click', async () => {
    const admin = await administrator(server)
    const person = await someone(server)
    await signIn(page, server.url, { email: admin.email, password })
    await go('/admin/users')
    const search = Promise.withResolvers<HTTPRequest>()
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      if (new URL(request.url()).searchParams.get('search') === person.email) search.resolve(request)
      else void request.continue()
    })
    await page.locator('::-p-aria(Search users[role="textbox"])').fill(person.email)
    const held = await search.promise
    const actions = `::-p-aria(Actions for ${person.email}[role="button"])`
    expect(await page.$(actions)).toBeNull()
    await held.continue()
    await page.locator(actions).wait()
    // The list has only one page, so it shows no buttons for other pages, and only screen readers get this text.
    await waitForWords('1 to 1 of 1')
    expect(await page.$('::-p-aria(Next[role="button"])')).toBeNull()
  })

  test('a notice reaches everybody', async () => {
    const admin = await administrator(server)
    await signIn(page, server.url, { email: admin.email, password })
    await go('/admin/notices')
    await press('Write a notice')
    await page.locator('::-p-aria(Text[role="textbox"])').fill('Closed on Monday.')
    await press('Show')
    const { token } = await someone(server)
    await expect
      .poll(async () => (await ask(server.url, 'GET /api/user/banners', { token })).body.banners.length)
      .toBe(1)
  })
})

describe('with the keyboard only', () => {
  test('the menu of a narrow screen opens, leads to a page, and closes', async () => {
    await manager()
    await page.setViewport({ width: 360, height: 720 })
    await page.locator('::-p-aria(Open the menu[role="button"])').wait()
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
    for (let steps = 0; steps < 20 && (await focused()) !== 'Open the menu'; steps += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('[role="dialog"] nav').wait()
    for (let steps = 0; steps < 20 && (await focused()) !== 'Organisation: People'; steps += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading('People')
    await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
    expect(await focused()).toBe('People')
  })
})
