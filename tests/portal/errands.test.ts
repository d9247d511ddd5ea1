import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../fakes/free-port.ts'
import { type IdentityProviderServer, startIdentityProvider } from '../fakes/identity-provider.ts'
import { launchBrowser } from '../screens/stage.ts'
import { button, says } from '../screens/words.ts'
import { ask, newPerson, password } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { openTab, settled, signIn } from './portal-browser.ts'
import { picturesWrong } from './wrong-with.ts'

const workspace = [
  {
    users: [
      { primaryEmail: 'ana@workspace.example', name: { fullName: 'Ana Ruiz' } },
      { primaryEmail: 'ben@workspace.example', name: { fullName: 'Ben Okafor' } },
    ],
  },
]
let google: IdentityProviderServer
let server: TestServer
let browser: Browser
beforeAll(async () => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const redirectUri = `${publicUrl}/api/user/oauth/google/callback`
  google = await startIdentityProvider({ clientId: 'google-id', redirectUri, pkce: true, workspace })
  server = await startTestServer({
    env: {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_DIRECTORY_URL: google.issuer,
    },
  })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await google?.close()
})

/** A person who is signed in to the portal, in a browser profile of their own. */
async function someone() {
  const person = await newPerson(server.url)
  const page = await openTab(await browser.createBrowserContext())
  await page.setViewport({ width: 1200, height: 800 })
  await signIn(page, server.url, { email: person.email, password })
  return { ...person, page }
}
const press = (page: Page, name: string) => button(page, name).click()

test('a signed-in person links an account, stays signed in, and unlinks it', async () => {
  const { page, email } = await someone()
  google.person = { sub: randomUUID(), email, email_verified: true, name: 'Dana Reyes' }
  await press(page, 'Link Google')
  await says(page, 'Google has confirmed who you are')
  expect(page.url()).not.toMatch(/oauth|secret/)
  expect(await picturesWrong(page, 'link')).toEqual([])
  await page.locator('::-p-aria(Your password[role="textbox"])').fill(password)
  await press(page, 'Link')
  await says(page, 'You can now sign in with Google.')
  await says(page, 'Linked on')
  expect(await picturesWrong(page, 'linked')).toEqual([])
  await press(page, 'Unlink Google')
  await page.locator('::-p-aria(Your password[role="textbox"])').fill(password)
  await press(page, 'Unlink')
  await says(page, 'Google is unlinked.')
  await says(page, 'Not linked')
})

test('what a provider has confirmed for one person is not offered to another one who has signed in meanwhile', async () => {
  const { page, email } = await someone()
  google.person = { sub: randomUUID(), email, email_verified: true, name: 'Dana Reyes' }
  const other = await newPerson(server.url)
  await page.evaluate(async (authorization) => {
    await fetch('/api/user/portal/session', { method: 'POST', headers: { authorization } })
  }, `Bearer ${other.accessToken}`)
  await press(page, 'Link Google')
  await says(page, other.email)
  await settled(page)
  expect(await page.$eval('body', (body) => body.textContent)).not.toContain('Google has confirmed who you are')
})

test('who manages the seats invites people of the Google Workspace', async () => {
  const { page, accessToken: token } = await someone()
  const asked = (call: string, body?: object) => ask(server.url, call, { token, ...(body ? { body } : {}) })
  const { directoryId } = (await asked('POST /api/user/directories', { name: 'River Clinic' })).body
  google.person = { sub: randomUUID(), email: 'admin@workspace.example', email_verified: true }
  await page.goto('about:blank')
  await page.goto(`${server.url}/portal/#/organisation/people`)
  await press(page, 'Invite from Google')
  await says(page, 'Ben Okafor')
  expect(await picturesWrong(page, 'workspace')).toEqual([])
  await page.locator('::-p-aria(Ana Ruiz[role="checkbox"])').click()
  await press(page, 'Invite 1')
  await says(page, '1 person was added.')
  const roles = (await asked(`GET /api/user/directories/roles/${directoryId}`)).body.items
  expect(roles.map(({ email, status }: { email: string; status: string }) => `${email} ${status}`)).toContain(
    'ana@workspace.example invited',
  )
  expect(roles).toHaveLength(2)
})
