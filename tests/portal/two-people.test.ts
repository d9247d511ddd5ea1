import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'puppeteer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser } from '../screens/stage.ts'
import { aria, button, says } from '../screens/words.ts'
import { asking, type Someone, someone } from '../server/administrator.ts'
import { ask, password } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { drawn, holdAnswers, openTab, settled, signIn } from './portal-browser.ts'

let server: TestServer
let browser: Browser
let context: BrowserContext
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
})
afterEach(() => context.close())

const words = (page: Page) => page.$eval('#root', (root) => root.textContent ?? '')

/** A person with an organisation. */
async function member() {
  const person = await someone(server)
  const call = asking(server, person)
  const clinic = `Clinic ${randomUUID().slice(0, 8)}`
  await call('POST /api/user/directories', { name: clinic })
  return { ...person, call, clinic }
}

/** A tab in which Ana is signed in and looks at her organisation, and Ben, who is not signed in. */
async function anaAndBen() {
  const [ana, ben] = [await member(), await member()]
  const page = await openTab(context)
  await page.setViewport({ width: 1200, height: 800 })
  await signIn(page, server.url, { email: ana.email, password })
  return { ana, ben, page }
}

/** Opens the portal in another tab of the same browser, as the panel does. */
async function openFromPanel({ token }: Someone): Promise<Page> {
  const { body } = await ask(server.url, 'POST /api/user/login/generate-otc', { token })
  const page = await openTab(context)
  await page.goto(`${server.url}/portal/#otc=${body.secret}`)
  await aria(page, 'heading', 'Account').wait()
  return page
}

/** Gives the browser the cookie of this person. No tab of the portal is told, and none gets or loses the focus. */
async function takeCookie({ token }: Someone): Promise<void> {
  const headers = { origin: server.url }
  const answer = await ask(server.url, 'POST /api/user/portal/session', { token, headers })
  const [name = '', value = ''] = answer.headers.get('set-cookie')?.split(';')[0]?.split('=') ?? []
  const { hostname: domain } = new URL(server.url)
  await context.setCookie({ name, value, domain, path: '/', httpOnly: true, sameSite: 'Lax' })
}

/** Waits until a tab contains these words, also if another tab covers it and the browser draws no frames for it. */
const saysBehind = (page: Page, words: string) =>
  page.waitForFunction((words) => document.body.textContent.includes(words), { polling: 50 }, words)

/** The tab shows Ben's account and nothing of Ana's, also on the pages that Ana had opened. */
async function expectBen(page: Page, { ana, ben }: Awaited<ReturnType<typeof anaAndBen>>) {
  await saysBehind(page, ben.email)
  await page.bringToFront()
  for (const path of ['/organisation', '/']) {
    await page.evaluate((path) => location.assign(`#${path}`), path)
    await settled(page)
    expect(await words(page)).toContain(ben.clinic)
    for (const hers of [ana.email, ana.clinic]) expect(await words(page)).not.toContain(hers)
  }
}

describe('an open tab of the portal', () => {
  test('shows only the new person when somebody else signs in in another tab', async () => {
    const both = await anaAndBen()
    await says(both.page, both.ana.clinic)
    await openFromPanel(both.ben)
    await expectBen(both.page, both)
  })

  test('asks to sign in when the person signs out in another tab', async () => {
    const { ana, page } = await anaAndBen()
    const other = await openTab(context)
    await other.goto(`${server.url}/portal/`)
    await button(other, 'Sign out').click()
    await saysBehind(page, 'Forgot password?')
    expect(await words(page)).not.toContain(ana.email)
  })

  test('finds out when its window gets the focus, if no tab has told it', async () => {
    const both = await anaAndBen()
    await takeCookie(both.ben)
    await both.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expectBen(both.page, both)
  })

  test('changes nothing of the new person with what the earlier person has typed', async () => {
    const both = await anaAndBen()
    const { page, ana, ben } = both
    await button(page, 'Change the name').click()
    await aria(page, 'textbox', 'Name').fill('Ana Ruiz')
    await takeCookie(ben)
    await button(page, 'Save').click()
    await expectBen(page, both)
    for (const { call } of [ana, ben]) expect((await call('GET /api/user/account')).body).not.toHaveProperty('name')
  })

  test('ignores a late answer to the earlier person', async () => {
    const both = await anaAndBen()
    const { page, ben } = both
    const answers = await holdAnswers(page, '/account/export')
    await button(page, 'Export your data').click()
    await answers.held()
    await openFromPanel(ben)
    await saysBehind(page, ben.email)
    await page.bringToFront()
    await answers.release()
    await drawn(page)
    await expectBen(page, both)
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('exported')
  })

  test('signs out nobody else', async () => {
    const both = await anaAndBen()
    await takeCookie(both.ben)
    await button(both.page, 'Sign out').click()
    await expectBen(both.page, both)
  })
})
