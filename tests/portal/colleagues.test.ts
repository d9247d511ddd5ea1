import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IdentityProviderServer } from '../fakes/identity-provider.ts'
import type { MailServer } from '../fakes/mail-server.ts'
import { launchBrowser } from '../screens/stage.ts'
import { ask, password } from '../server/ask.ts'
import type { TestServer } from '../server/start-server.ts'
import { startGoogleServer } from './google-server.ts'
import { openTab, settled } from './portal-browser.ts'

let mail: MailServer
let google: IdentityProviderServer
let server: TestServer
let browser: Browser
let stage: Awaited<ReturnType<typeof startGoogleServer>>
beforeAll(async () => {
  stage = await startGoogleServer({ DEMO: '0', REGISTRATION: '1' })
  ;({ mail, google, server } = stage)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

/** Opens the portal in a browser profile of its own. Returns functions for what a person does there. */
async function someoneAt(hash = '') {
  const context = await browser.createBrowserContext()
  const page = await openTab(context)
  await page.setViewport({ width: 1200, height: 800 })
  await page.goto(`${server.url}/portal/${hash}`)
  const named = (name: string, role: string) => page.locator(`::-p-aria(${name}[role="${role}"])`)
  return {
    page,
    press: (name: string) => named(name, 'button').click(),
    fill: (name: string, value: string) => named(name, 'textbox').fill(value),
    heading: (name: string) => named(name, 'heading').wait(),
    words: (text: string) => waitForWords(page, text),
    async go(path: string) {
      await page.evaluate((path) => location.assign(`#${path}`), path)
      await settled(page)
    },
    close: () => context.close(),
  }
}
const waitForWords = (page: Page, text: string) =>
  page.waitForFunction((text) => document.body.textContent.includes(text), {}, text)

const someEmail = () => `person-${randomUUID()}@clinic.example`

/** Creates an account, and enters the code that arrives by email. */
async function register(email: string) {
  const person = await someoneAt()
  await person.press('Create an account')
  await person.fill('Email', email)
  await person.fill('Password', password)
  await person.press('Create account')
  await person.heading('Enter the code')
  const code = await mail.codeFor(email)
  await person.fill('Code', code)
  await person.press('Create account')
  await person.heading('Account')
  return { ...person, code }
}

describe('two colleagues', () => {
  test('register, meet in an organisation, and are signed out everywhere', async () => {
    const [anaEmail, benEmail] = [someEmail(), someEmail()]
    const ana = await register(anaEmail)
    const ben = await register(benEmail)
    await ben.words('Nothing waits for you.')
    await ana.go('/organisation')
    await ana.press('Create an organisation')
    await ana.fill('Name', 'River Clinic')
    await ana.press('Create')
    await ana.words('What you may do in this organisation')
    await ana.go('/organisation/people')
    await ana.press('Add a person')
    await ana.fill('Email of the person', benEmail)
    await ana.press('Add')
    await ana.words('Invited')
    await mail.mailTo(benEmail, ({ raw }) => raw.includes('River Clinic'))
    // The page that is open shows the invitation by itself, in its list and beside its place in the navigation.
    await ben.page.bringToFront()
    await ben.words('1 invitation to an organisation')
    await ben.page.locator('::-p-aria(Organisation: Overview, 1 waiting)').wait()
    await ben.go('/organisation')
    await ben.words('River Clinic invites you as Clinician.')
    await ben.press('Accept River Clinic')
    await ben.words('You are now a member of River Clinic.')
    await ana.page.reload()
    await ana.words('Occupied')

    // The person signs out everywhere from a second browser. The session of that browser ends, too.
    const again = await someoneAt()
    await again.fill('Email', anaEmail)
    await again.fill('Password', password)
    await again.press('Sign in')
    await again.heading('Account')
    await again.press('Sign out everywhere')
    await again.page.locator('[role="dialog"] button[type="submit"]').click()
    await again.heading('Sign in')
    await ana.go('/organisation')
    await ana.words('You are no longer signed in.')
    await ben.go('/organisation/people')
    await ben.words(anaEmail)
    for (const one of [ana, ben, again]) await one.close()
  })
})

describe('ways into the portal', () => {
  test('the page of a provider leads back, signed in, and nothing stays in the address', async () => {
    const email = someEmail()
    google.person = { sub: randomUUID(), email, email_verified: true, name: 'Dana Reyes' }
    const dana = await someoneAt()
    await dana.press('Continue with Google')
    await dana.heading('Account')
    await dana.words(email)
    expect(dana.page.url()).not.toMatch(/oauth|secret/)
    await dana.close()
  })

  test('an account with the same email is linked only after the code of its mail', async () => {
    const email = someEmail()
    const first = await register(email)
    await first.close()
    google.person = { sub: randomUUID(), email, email_verified: true, name: 'Dana Reyes' }
    const dana = await someoneAt()
    await dana.press('Continue with Google')
    await dana.words(`You already have an account for ${email}.`)
    await dana.fill('Code', await mail.codeFor(email, first.code))
    await dana.press('Link the two accounts and sign in')
    await dana.heading('Account')
    await dana.close()
  })

  test('a refusal at the provider is told on the sign-in form', async () => {
    google.person = { sub: randomUUID(), email: someEmail(), email_verified: false }
    const dana = await someoneAt()
    await dana.press('Continue with Google')
    await dana.page.locator('[role="alert"]').wait()
    await dana.heading('Sign in')
    await dana.close()
  })

  test('the link of a mail makes an account', async () => {
    const email = someEmail()
    await ask(server.url, 'POST /api/user/email/email-signup', { body: { email } })
    const { raw } = await mail.mailTo(email)
    const whole = raw.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    const hash = /#register=[\w-]{43}/.exec(whole)?.[0] ?? ''
    const dana = await someoneAt(hash)
    await dana.heading('Make your account')
    expect(dana.page.url()).not.toContain('register')
    await dana.fill('Password', password)
    await dana.press('Make the account')
    await dana.heading('Account')
    await dana.words(email)
    await dana.close()
  })
})
