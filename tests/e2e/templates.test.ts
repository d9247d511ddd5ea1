import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient } from '../../lib/api/index.ts'
import { type Layout, publicEndpoints, templateEndpoints, userEndpoints } from '../../lib/contracts/index.ts'
import type { DemoBrowser } from '../../scripts/demo/browser.ts'
import { aria, signIn, text } from '../../scripts/demo/panel.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { type DemoStage, openDemoStage } from './demo-stage.ts'

const colleague = { email: 'colleague@chartside.example', password: 'a long enough password' }

let stage: DemoStage
let folder: string
let demo: DemoBrowser
let panel: Page
let demoClient: Client

beforeAll(async () => {
  stage = await openDemoStage()
  folder = stage.folder
  demo = stage.demo
  demoClient = await clientOf(demoUser)
  panel = await opened('sidepanel.html')
  await signIn(panel, demoUser)
  await aria(panel, 'link', 'Templates').click()
  await aria(panel, 'button', 'New').wait()
})

afterAll(() => stage?.close())

/** Opens a page of the extension at the width of the panel. */
async function opened(path: string): Promise<Page> {
  const page = await demo.browser.newPage()
  await page.setViewport({ width: 360, height: 760 })
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await page.goto(`chrome-extension://${demo.extensionId}/${path}`)
  return page
}

/** An API client for this person. */
async function clientOf(person: { email: string; password: string }): Promise<Client> {
  const baseUrl = () => stage.serverUrl
  const session = await createClient({ baseUrl, credential: () => 'none' }).call(publicEndpoints.loginEmail, {
    body: person,
  })
  if (!('accessToken' in session)) throw new Error('This account asks for a second factor.')
  return createClient({ baseUrl, credential: () => ({ authorization: `Bearer ${session.accessToken}`, key: '' }) })
}

async function layoutCalled(name: string): Promise<Layout> {
  const { items } = await demoClient.call(userEndpoints.listLayouts, { query: { search: name } })
  const layout = items.find((each) => each.name === name)
  if (!layout) throw new Error(`No template is called ${name}.`)
  return layout
}

const button = (name: string) => aria(panel, 'button', name)
const says = (words: string) => text(panel, words).wait()
const order = () =>
  panel.$$eval('ul[aria-label="Fields"] [data-tooltip]', (each) => each.map(({ textContent }) => textContent))
/** Waits until the status message says that the template is saved. */
const saved = () =>
  panel.waitForFunction(() =>
    [...document.querySelectorAll('[role="status"]')].some(({ textContent }) => textContent?.endsWith('Saved')),
  )
async function save() {
  await panel.keyboard.down('Control')
  await panel.keyboard.press('s')
  await panel.keyboard.up('Control')
  await saved()
}

const noDialog = () => panel.waitForFunction(() => document.querySelector('[role="dialog"]') === null)

/** Waits until no toast is shown. Toasts cover the top of a narrow screen, and a toast under the pointer would stay. */
const noToast = () => panel.waitForFunction(() => document.querySelector('.mantine-Notification-root') === null)
async function act(name: string, item: string) {
  await noToast()
  await button(`Actions for ${name}`).click()
  await aria(panel, 'menuitem', item).click()
}

async function addField(name: string, type: string) {
  await button('Add Field').click()
  await aria(panel, 'textbox', 'Field name').fill(name)
  await panel.locator('[role="dialog"] ::-p-aria([name="Field type"][role="combobox"])').click()
  await aria(panel, 'option', type).click()
  await panel.locator('[role="dialog"] button[type="submit"]').click()
  await noDialog()
  await panel.waitForSelector(`::-p-aria([name="${name}"][role="button"])`)
}

async function importFile(name: string, words: string) {
  const path = join(folder, name)
  await writeFile(path, words)
  const input = await panel.waitForSelector('input[type="file"]')
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path)
}

const template = 'Sleep follow-up'

test('made by hand with three kinds of fields, one of them conditional; saved, and present after a reload', async () => {
  await button('New').click()
  await aria(panel, 'textbox', 'Template name').fill(template)
  await button('Create').click()
  await button('Add Field').wait()
  await addField('Sleep', 'Text')
  await addField('Risk discussed', 'Yes/No')
  await addField('Mood', 'Single Choice')

  await button('Mood').click()
  await aria(panel, 'textbox', 'AI instructions').fill('The mood the client names.')
  for (const option of ['Anxious', 'Calm']) {
    await panel.locator('input[placeholder^="Type an option"]').fill(option)
    await panel.keyboard.press('Enter')
  }
  await button('Add a condition to this field').click()
  await panel.locator('::-p-aria([name="Only if"][role="combobox"])').click()
  await aria(panel, 'option', 'Risk discussed').click()
  await panel.locator('::-p-aria([name="Value"][role="combobox"])').fill('Yes')
  await button('Save & Continue').click()
  await says('if Risk discussed = Yes')
  await save()

  expect((await layoutCalled(template)).fields).toMatchObject([
    { id: 'sleep', type: 'string' },
    { id: 'risk_discussed', type: 'boolean' },
    {
      id: 'mood',
      type: 'single_choice',
      options: ['Anxious', 'Calm'],
      instructions: 'The mood the client names.',
      condition: { id: 'risk_discussed', equals: 'Yes' },
    },
  ])
  await panel.reload()
  await button('Mood').wait()
  expect(await order()).toEqual(['Sleep', 'Risk discussed', 'Mood'])
})

test('reordered by keyboard; the unsaved order is restored after the panel was closed', async () => {
  await panel.focus('[data-tooltip="mood"]')
  await panel.keyboard.down('Alt')
  await panel.keyboard.press('ArrowUp')
  await panel.keyboard.up('Alt')
  await panel.waitForFunction(() => document.activeElement?.textContent === 'Mood')
  const path = new URL(panel.url()).hash
  await panel.close()
  panel = await opened(`sidepanel.html${path}`)
  await says('Your unsaved changes are back')
  expect(await order()).toEqual(['Sleep', 'Mood', 'Risk discussed'])
  await save()
  expect((await layoutCalled(template)).fields?.map(({ id }) => id)).toEqual(['sleep', 'mood', 'risk_discussed'])
})

test('when somebody else saves in the meantime, both versions are shown and nothing is lost', async () => {
  await createClient({ baseUrl: () => stage.serverUrl, credential: () => 'none' }).call(publicEndpoints.register, {
    body: colleague,
  })
  await act(template, 'Share')
  await panel.locator('input[placeholder="name@clinic.example"]').fill(colleague.email)
  await panel.keyboard.press('Enter')
  await panel.locator('::-p-aria(Share[role="button"])').click()
  await noDialog()

  const other = await clientOf(colleague)
  const { _id: id, version, fields } = await layoutCalled(template)
  await other.call(userEndpoints.updateLayout, {
    params: { id },
    body: { version, layout: { name: template, instructions: 'Short sentences.', fields } },
  })
  await aria(panel, 'textbox', 'Template name').fill(`${template}, mine`)
  await button('Save').click()
  await says('Somebody else saved this template')
  await button('Compare').click()
  await says('Short sentences.')
  await button('Keep mine').click()
  await saved()
  await noDialog()

  expect(await layoutCalled(`${template}, mine`)).toMatchObject({ instructions: '' })
  const versions = await demoClient.call(templateEndpoints.listLayoutVersions, { params: { id }, query: {} })
  expect(versions.items[1]).toMatchObject({ savedBy: colleague.email })
})

test('the other person’s version can be restored', async () => {
  await act(`${template}, mine`, 'Versions')
  await says(colleague.email)
  const { version } = await layoutCalled(`${template}, mine`)
  await button(`Restore version ${version - 1}`).click()
  await says('Short sentences.')
  expect(await layoutCalled(template)).toMatchObject({ instructions: 'Short sentences.', version: version + 1 })
})

test('exported as a file that is imported with the same fields; a damaged file is refused with a sentence and nothing is saved', async () => {
  const session = await demo.browser.target().createCDPSession()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: folder,
    eventsEnabled: true,
  })
  const complete = new Promise<void>((resolve) => {
    session.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve())
  })
  await act(template, 'Export')
  await complete
  const exported = await readFile(join(folder, `${template}.json`), 'utf8')
  const { fields } = await layoutCalled(template)
  expect(JSON.parse(exported)).toMatchObject({ name: template, fields })

  await noToast()
  await button('Back').click()
  await button('New').wait()
  const count = async () => (await demoClient.call(userEndpoints.listLayouts, { query: {} })).total
  const before = await count()
  const twice = { ...JSON.parse(exported), fields: [...(fields ?? []), ...(fields ?? []).slice(0, 1)] }
  await importFile('broken.json', JSON.stringify(twice))
  await says('Field ID must be unique')
  await button('Close').click()
  await noDialog()
  await importFile('half.json', exported.slice(0, 40))
  await says('This file is not valid JSON')
  expect(await count()).toBe(before)
  await button('Close').click()
  await noDialog()

  await importFile('copy.json', JSON.stringify({ ...JSON.parse(exported), name: 'Imported sleep' }))
  await button('Save as a new template').click()
  await button('Mood').wait()
  expect((await layoutCalled('Imported sleep')).fields).toEqual(fields)
})

test('made from a description: listed while it is being made, opened when it is ready', async () => {
  await noToast()
  await button('Back').click()
  await button('New').click()
  await button('Description').click()
  await aria(panel, 'textbox', 'Template name (optional)').fill('Described')
  await panel
    .locator('[role="dialog"] textarea')
    .fill('A progress note with sleep, mood, medication changes, risk and the plan.')
  await button('Make the template').click()
  await aria(panel, 'link', 'Described').click()
  await button('Add Field').wait()
  expect((await layoutCalled('Described')).fields?.length).toBeGreaterThanOrEqual(3)
})

test('in its own tab the same template is edited in a wide view', async () => {
  const { _id: id } = await layoutCalled('Described')
  const opening = demo.browser.waitForTarget((target) => target.url().includes('/template-editor.html'))
  await noToast()
  await button('Open in a tab').click()
  const tab = await (await opening).page()
  if (!tab) throw new Error('The tab did not open.')
  await aria(tab, 'button', 'Add Field').wait()
  expect(tab.url()).toContain(id)
  await text(tab, `ID ${id}`).wait()
})
