import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGoogleServer } from '../../portal/google-server.ts'
import { openTab } from '../../portal/portal-browser.ts'
import { launchBrowser } from '../../screens/stage.ts'

let stage: Awaited<ReturnType<typeof startGoogleServer>>
let browser: Awaited<ReturnType<typeof launchBrowser>>
beforeAll(async () => {
  stage = await startGoogleServer({ DEMO: '0', REGISTRATION: '1' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

interface Visitor {
  context: BrowserContext
  page: Page
}

/** Somebody with a browser profile of their own, on the sign-in page. */
async function visitor(): Promise<Visitor> {
  const context = await browser.createBrowserContext()
  const page = await openTab(context)
  await page.goto(`${stage.server.url}/portal/`)
  await page.locator('::-p-aria(Continue with Google[role="button"])').wait()
  return { context, page }
}

/**
 * Signs in at the provider, but stops before a page with this text in its address is loaded. Returns that address: an
 * attacker can send it to somebody, or can get it from somebody.
 */
async function stoppedBefore({ page }: Visitor, text: string): Promise<string> {
  const stopped = Promise.withResolvers<string>()
  const client = await page.createCDPSession()
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] })
  client.on('Fetch.requestPaused', ({ requestId, request }) => {
    const url = request.url + (request.urlFragment ?? '')
    const stops = url.includes(text)
    if (stops) stopped.resolve(url)
    const answer = stops
      ? client.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : client.send('Fetch.continueRequest', { requestId })
    answer.catch(() => {})
  })
  const email = `person-${randomUUID()}@clinic.example`
  stage.google.person = { sub: randomUUID(), email, email_verified: true, name: 'Eve Moss' }
  await page.locator('::-p-aria(Continue with Google[role="button"])').click()
  const url = await stopped.promise
  await client.detach()
  return url
}

/** Opens an address. Resolves to true if the person is then signed in. */
async function isSignedInAfter({ page }: Visitor, url: string): Promise<boolean> {
  await page.goto('about:blank')
  await page.goto(url)
  const heading = await page.waitForFunction(
    () => [...document.querySelectorAll('h1')].map((each) => each.textContent).find((text) => text !== ''),
    {},
  )
  return (await heading.jsonValue()) === 'Account'
}

test.each([
  ['the answer of the provider', '/callback'],
  ['the page that the server leads back to', '#oauth='],
])('%s signs nobody in, in a browser that did not ask for it', async (_, text) => {
  const attacker = await visitor()
  const url = await stoppedBefore(attacker, text)
  const victim = await visitor()
  expect(await isSignedInAfter(victim, url)).toBe(false)
  await attacker.context.close()
  await victim.context.close()
})

test.each([
  ['the answer of the provider', '/callback'],
  ['the page that the server leads back to', '#oauth='],
])('%s for one browser signs nobody in, in another one that is signing in too', async (_, text) => {
  const attacker = await visitor()
  const url = await stoppedBefore(attacker, text)
  const victim = await visitor()
  const own = await stoppedBefore(victim, text)
  expect(own).not.toBe(url)
  expect(await isSignedInAfter(victim, url)).toBe(false)
  await attacker.context.close()
  await victim.context.close()
})

test('the answer of the provider signs the person in, in the browser that asked for it', async () => {
  const person = await visitor()
  expect(await isSignedInAfter(person, await stoppedBefore(person, '/callback'))).toBe(true)
  await person.context.close()
})
