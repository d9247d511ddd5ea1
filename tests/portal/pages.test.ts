import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutOff } from '../screens/cut-off.ts'
import { objections } from '../screens/objections.ts'
import { picturesDir } from '../screens/stage.ts'
import { administrator, asking, type Someone } from '../server/administrator.ts'
import { password } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { loadAxe, openBrowser, openTab, settled, signIn } from './portal-browser.ts'

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
  '/admin/organisations',
  '/admin/users',
  '/admin/licences',
  '/admin/notices',
  '/admin/models',
  '/admin/access',
  '/admin/audit',
]

beforeAll(async () => {
  await mkdir(picturesDir, { recursive: true })
  server = await startTestServer()
  admin = await administrator(server)
  await fillServer()
  browser = await openBrowser()
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
  await call('POST /api/admin/access/add', {
    organization: { name: 'Note Builders', website: 'https://notes.example' },
  })
  for (let count = 0; count < 22; count += 1) {
    await call('PUT /api/admin/users', {
      email: `person-${count}-${randomUUID()}@north-clinic.example`,
      name: 'Dana Kim',
    })
  }
}

test.each(paths)(
  'the page %s has no objection of axe and nothing cut off, narrow and wide, light and dark',
  async (path) => {
    const found: string[] = []
    for (const width of [360, 1200]) {
      for (const scheme of ['light', 'dark'] as const) {
        await page.setViewport({ width, height: 800 })
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: scheme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ])
        await page.goto('about:blank')
        await page.goto(`${server.url}/portal/#${path}`)
        await page.locator('h1').wait()
        await settled(page)
        const name = `portal${path.replaceAll('/', '-')}-${width}-${scheme}.png`
        await page.screenshot({ path: join(picturesDir, name) as `${string}.png`, fullPage: true })
        await loadAxe(page)
        found.push(...(await objections(page)).map((each) => `${width} ${scheme} ${each}`))
        found.push(...(await cutOff(page)).map((each) => `${width} ${scheme} ${each}`))
      }
    }
    expect(found).toEqual([])
  },
)
