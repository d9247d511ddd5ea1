import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isExhaustive, partOf } from '../exhaustive.ts'
import { focusObjections } from '../screens/focus.ts'
import { launchBrowser } from '../screens/stage.ts'
import { administrator, asking, type Someone } from '../server/administrator.ts'
import { password } from '../server/ask.ts'
import { bearing, good, keying, tokenOf } from '../server/partner.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { openPath, openTab, signIn } from './portal-browser.ts'
import { type Look, picturesWrong } from './wrong-with.ts'

let server: TestServer
let browser: Browser
let page: Page
let admin: Someone
const paths = [
  '/',
  '/organisation',
  '/organisation/people',
  '/organisation/licences',
  '/organisation/settings',
  '/developers',
  '/developers/playground',
  '/developers/keys',
  '/developers/members',
  '/developers/customers',
  '/developers/templates',
  '/developers/webhooks',
  '/developers/use',
  '/developers/logs',
  '/admin/organisations',
  '/admin/users',
  '/admin/licences',
  '/admin/notices',
  '/admin/models',
  '/admin/access',
  '/admin/audit',
]

beforeAll(async () => {
  server = await startTestServer()
  admin = await administrator(server)
  await fillServer()
  browser = await launchBrowser()
  page = await openTab(browser)
  await signIn(page, server.url, { email: admin.email, password })
})
afterAll(async () => {
  await browser?.close()
  await server.close()
})

/** Gives every page of the portal something to show. */
async function fillServer() {
  const call = asking(server, admin)
  const { body: directory } = await call('POST /api/user/directories', { name: 'North Clinic for Behavioural Health' })
  const roles = `/api/user/directories/roles/${directory.directoryId}`
  await call(`POST ${roles}`, { name: 'Clinician', permissions: [], email: 'ana.lopez@north-clinic.example' })
  await call(`POST ${roles}`, { name: 'Supervisor', permissions: ['reports.read', 'reports.sign'] })
  const directoryId = directory.directoryId
  await call('PUT /api/admin/licenses', { directoryId, product: 'standard', documentLimit: 500 })
  await call('POST /api/admin/banners', {
    text: 'Chartside is updated on Sunday at 7 in the evening.',
    level: 'warning',
  })
  await fillAccess(call)
  for (let count = 0; count < 22; count += 1) {
    await call('PUT /api/admin/users', {
      email: `person-${count}-${randomUUID()}@north-clinic.example`,
      name: 'Dana Kim',
    })
  }
}

/** A developer organisation of the administrator, with a key, members, customers, use and a log message. */
async function fillAccess(call: ReturnType<typeof asking>) {
  const organization = { name: 'Note Builders', website: 'https://notes.example' }
  const { accessId } = good(await call('POST /api/admin/access/add', { organization, ownerEmail: admin.email }))
  good(await call(`POST /api/user/access/invites/accept/${accessId}`))
  const metadata = { Support: 'https://notes.example/a-long-address-without-a-space-in-it/for-people-who-need-help' }
  good(await call(`POST /api/user/access/update/${accessId}`, { metadata }))
  const member = { email: 'ana.lopez@north-clinic.example', permission: 'write' }
  good(await call(`POST /api/user/access/members/add/${accessId}`, member))
  const { key } = good(await call(`POST /api/user/access/keys/add/${accessId}`, { name: 'Production', test: false }))
  good(await keying(server, key)('POST /api/key/meter', { type: 'minute', parameters: { count: 12 } }))
  good(await keying(server, key)('POST /api/key/meter', { type: 'transcript', parameters: { count: 5 } }))
  const hook = { url: 'https://notes.example/hooks/a-long-address/for-outputs-of-chartside', events: ['output.ready'] }
  good(await call(`POST /api/user/access/webhooks/add/${accessId}`, { ...hook, enabled: false }))
  const token = await tokenOf(server, key, 'north-clinic', 'dana')
  const message = { message: 'The template was not found.', data: { templateIdentifier: 'intake' } }
  good(await bearing(server, token)('POST /api/customers/log/error', message))
}

const isInFull = isExhaustive('looks of screens')
/** Each width and each scheme once, or all pairs. */
const looks: readonly Look[] | undefined = isInFull
  ? undefined
  : [
      { width: 360, scheme: 'light' },
      { width: 1200, scheme: 'dark' },
    ]
const pathsTried = partOf('looks of screens', paths)

test.each(pathsTried)(
  'the page %s has no objection of axe and nothing cut off, narrow and wide, light and dark',
  async (path) => {
    await page.setViewport({ width: 360, height: 800 })
    await openPath(page, server.url, path)
    expect(await picturesWrong(page, path.slice(1).replaceAll('/', '-'), looks)).toEqual([])
  },
)

test.each(pathsTried)(
  'every control of the page %s is reached with the Tab key and shows its focus, narrow and wide',
  async (path) => {
    const found: string[] = []
    for (const width of isInFull ? [360, 1200] : [360]) {
      await page.setViewport({ width, height: 800 })
      await openPath(page, server.url, path)
      found.push(...(await focusObjections(page)).map((each) => `${width} ${each}`))
    }
    expect(found).toEqual([])
  },
)

test('in a low window, the last page of a long navigation can be scrolled to', async () => {
  await page.setViewport({ width: 1200, height: 500 })
  await openPath(page, server.url, '/')
  const last = await page.waitForSelector('nav a:last-of-type ::-p-text(Audit log)')
  await last?.scrollIntoView()
  expect(await last?.isIntersectingViewport({ threshold: 1 })).toBe(true)
})
