import { randomUUID } from 'node:crypto'
import type { Browser } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IdentityProviderServer } from '../fakes/identity-provider.ts'
import type { MailServer } from '../fakes/mail-server.ts'
import { launchBrowser } from '../screens/stage.ts'
import { button, says } from '../screens/words.ts'
import { ask, password } from '../server/ask.ts'
import type { TestServer } from '../server/start-server.ts'
import { startGoogleServer } from './google-server.ts'
import { openTab } from './portal-browser.ts'
import { picturesWrong } from './wrong-with.ts'

let mail: MailServer
let google: IdentityProviderServer
let server: TestServer
let browser: Browser
let stage: Awaited<ReturnType<typeof startGoogleServer>>
beforeAll(async () => {
  stage = await startGoogleServer()
  ;({ mail, google, server } = stage)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

test('an account of Google is asked for no password that it does not have, and can set one with a code', async () => {
  const email = `person-${randomUUID()}@clinic.example`
  google.person = { sub: randomUUID(), email, email_verified: true, name: 'Dana Reyes' }
  const page = await openTab(browser)
  await page.setViewport({ width: 1200, height: 800 })
  await page.goto(`${server.url}/portal/`)
  const press = (name: string) => button(page, name).click()
  const asksForPassword = async () => (await page.$('[role="dialog"] input[type="password"]')) !== null
  await press('Continue with Google')
  await says(page, 'Your account has no password.')
  await says(page, 'You sign in without a code.')
  for (const name of ['Change the email', 'Add a phone', 'Set a password', 'Turn on two-step sign-in']) {
    await press(name)
    await says(page, 'To set a password, you need a code.')
    expect(await asksForPassword()).toBe(false)
    await press('Cancel')
    await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null)
  }
  await press('Delete the account')
  await says(page, `Chartside sends the code to ${email}.`)
  expect(await picturesWrong(page, 'no-password')).toEqual([])
  await press('Send a code')
  await page.locator('::-p-aria(Code[role="textbox"])').fill(await mail.codeFor(email))
  await page.locator('::-p-aria(New password[role="textbox"])').fill(password)
  expect(await picturesWrong(page, 'set-password')).toEqual([])
  await press('Set password')
  await says(page, 'Your password was set.')

  // The person is still signed in. Turning on two-step sign-in needs the new password and no code by email.
  await press('Turn on two-step sign-in')
  await page.locator('::-p-aria(Your password[role="textbox"])').fill(password)
  await press('Turn on')
  await says(page, 'Each sign-in also needs a code from your email.')
  const { body } = await ask(server.url, 'POST /api/user/login/email', { body: { email, password } })
  expect(body.secondFactor).toBe('email')
})
