import { randomUUID } from 'node:crypto'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aria, text } from '../../scripts/demo/panel.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { signIn } from '../portal/portal-browser.ts'
import { password } from '../server/ask.ts'
import { openRecordingStage, type PanelBrowser, type RecordingStage, wordsEverySecond } from './recording-stage.ts'

const script = wordsEverySecond()
const organisation = 'River Clinic'
const template = 'River intake'

let mail: MailServer
let stage: RecordingStage
beforeAll(async () => {
  mail = await startMailServer()
  stage = await openRecordingStage({
    script,
    env: { REGISTRATION: '1', MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' },
  })
})
afterAll(async () => {
  await stage?.close()
  await mail?.close()
})

/** A person with a separate browser, who has created an account in the panel with a code that arrived by email. */
interface Colleague {
  email: string
  opened: PanelBrowser
  panel: Page
}

async function register(name: string): Promise<Colleague> {
  const email = `${name}-${randomUUID()}@clinic.example`
  const opened = await stage.openBrowser(name)
  const panel = await opened.demo.openPanel()
  await aria(panel, 'button', 'Create an account').click()
  await aria(panel, 'textbox', 'Email').fill(email)
  await aria(panel, 'textbox', 'Password').fill(password)
  await aria(panel, 'button', 'Create account').click()
  await aria(panel, 'textbox', 'Code').fill(await mail.codeFor(email))
  await aria(panel, 'button', 'Create account').click()
  await text(panel, 'Ready to record').wait()
  return { email, opened, panel }
}

/** The portal in the browser of this person, signed in. */
async function portalOf({ email, opened: { demo } }: Colleague): Promise<Page> {
  const page = await demo.browser.newPage()
  await page.setViewport({ width: 1200, height: 800 })
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await signIn(page, stage.server.url, { email, password })
  return page
}
const go = (page: Page, path: string) => page.evaluate((path) => location.assign(`#${path}`), path)

async function recordSession({ opened, panel }: Colleague) {
  await opened.demo.chart.bringToFront()
  await go(panel, '/')
  await text(panel, 'Ready to record').wait()
  await panel.locator('label ::-p-text(In the room)').click()
  await aria(panel, 'button', 'Record session').click()
  await text(panel, 'word2.').wait()
  await aria(panel, 'button', 'Finish').click()
  await text(panel, 'Choose a template').wait()
}

test('two colleagues register, meet in an organisation, share a template, record, and sign out everywhere', async () => {
  const ana = await register('ana')
  const portal = await portalOf(ana)
  await go(portal, '/organisation')
  await aria(portal, 'button', 'Create an organisation').click()
  await aria(portal, 'textbox', 'Name').fill(organisation)
  await aria(portal, 'button', 'Create').click()
  await text(portal, 'What you may do in this organisation').wait()

  const ben = await register('ben')
  await go(portal, '/organisation/people')
  await aria(portal, 'button', 'Add a person').click()
  await aria(portal, 'textbox', 'Email of the person').fill(ben.email)
  await aria(portal, 'button', 'Add').click()
  await text(portal, 'Invited').wait()
  expect((await mail.mailTo(ben.email, ({ raw }) => raw.includes(organisation))).raw).toContain(organisation)

  await aria(ben.panel, 'link', 'You').click()
  await aria(ben.panel, 'button', `Accept ${organisation}`).click()
  await text(ben.panel, `You are now a member of ${organisation}.`).wait()

  await aria(ana.panel, 'link', 'Templates').click()
  await aria(ana.panel, 'button', 'New').click()
  await aria(ana.panel, 'textbox', 'Template name').fill(template)
  await aria(ana.panel, 'button', 'Create').click()
  await aria(ana.panel, 'button', 'Add Field').wait()
  await aria(ana.panel, 'button', `Actions for ${template}`).click()
  await aria(ana.panel, 'menuitem', 'Share').click()
  await aria(ana.panel, 'switch', `Share with ${organisation}`).click()
  await aria(ana.panel, 'button', 'Share').click()
  await text(ana.panel, 'Saved.').wait()

  for (const colleague of [ana, ben]) await recordSession(colleague)
  // Both people have the template now: Ana has created it, and it is shared with Ben.
  for (const { panel } of [ana, ben]) await text(panel, template).wait()

  await portal.bringToFront()
  await go(portal, '/account')
  await aria(portal, 'button', 'Sign out everywhere').click()
  await portal.locator('[role="dialog"] button[type="submit"]').click()
  await aria(portal, 'heading', 'Sign in').wait()
  await ana.opened.demo.chart.bringToFront()
  // A panel notices the sign-out with its next call.
  await go(ana.panel, '/reports')
  await aria(ana.panel, 'button', 'Sign in').wait()
  await ben.opened.demo.chart.bringToFront()
  await go(ben.panel, '/templates')
  await text(ben.panel, template).wait()
})
