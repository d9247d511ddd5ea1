import type { Frame, Page } from 'puppeteer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TemplateEditorElement } from '../../../embed/elements/index.ts'
import { editorProperties, type Template } from '../../../lib/contracts/index.ts'
import { says } from '../../screens/words.ts'
import { type EmbeddingStage, frameOf, notedBy, openEmbeddingStage, press, said } from './stage.ts'

const template: Template = {
  id: 't-1',
  name: 'Intake',
  instructions: 'Write short sentences.',
  fields: [
    { id: 'mood', name: 'Mood', type: 'string', format: 'bullet', names: true },
    { id: 'risk', name: 'Risk', type: 'single_choice', options: ['None', 'Some'] },
  ],
  group: 'Intakes',
}
let stage: EmbeddingStage
beforeAll(async () => {
  stage = await openEmbeddingStage()
})
afterAll(() => stage?.close())
afterEach(async () => {
  for (const page of (await stage.browser.pages()).slice(1)) await page.close()
})

interface Given {
  without?: 'save' | 'changeGroup' | 'changeDynamicField'
  properties?: string
  dynamic?: boolean
}

/**
 * Opens the template editor in the customer's page. The functions that the page gives to the editor record their calls
 * in `noted.calls`.
 */
async function openEditor({ without, properties, dynamic = false }: Given = {}): Promise<{ page: Page; frame: Frame }> {
  const page = await stage.open('/editor')
  await page.evaluate(
    (template, without, properties, dynamic) => {
      const element = document.querySelector<TemplateEditorElement>('chartside-template-editor')
      const { noted, getToken } = window as unknown as {
        noted: { calls: unknown[]; refuseSave?: { message: string; newer?: unknown } }
        getToken(): Promise<string>
      }
      if (!element) return
      if (properties !== undefined) element.setAttribute('properties', properties)
      element.template = template
      if (dynamic) element.dynamicFields = [{ id: 'pulse', name: 'Pulse', instructions: 'In beats a minute.' }]
      const host = {
        token: getToken,
        save: async (saved: Template, how: object) => {
          noted.calls.push(['save', saved, how])
          if (noted.refuseSave) throw Object.assign(new Error(noted.refuseSave.message), noted.refuseSave)
        },
        changeGroup: (group: string | undefined) => void noted.calls.push(['changeGroup', group ?? null]),
        changeDynamicField: (field: unknown) => void noted.calls.push(['changeDynamicField', field]),
      }
      if (without) Reflect.deleteProperty(host, without)
      element.host = host
    },
    template,
    without,
    properties,
    dynamic,
  )
  const frame = await frameOf(page)
  await frame.locator('[data-element="template-editor"] [data-add], [data-element="template-editor"] ul').wait()
  return { page, frame }
}
const refuseSave = (page: Page, refusal: object | undefined) =>
  page.evaluate((refusal) => Object.assign(Reflect.get(window, 'noted'), { refuseSave: refusal }), refusal)
const callsOf = async (page: Page, name: string) => (await notedBy(page)).calls.filter(([called]) => called === name)
const names = (frame: Frame) =>
  frame.$$eval('button, input, textarea', (all) =>
    all
      .filter((each) => each.checkVisibility())
      .map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''),
  )

test('save gets the changed template and the one from which editing began; its error is shown, and nothing is lost', async () => {
  const { page, frame } = await openEditor()
  await frame.locator('::-p-aria(Template name[role="textbox"])').fill('First visit')
  await refuseSave(page, { message: 'Our record is closed.' })
  await press(frame, 'Save')
  await says(frame, 'Our record is closed. Your changes are still here.')
  await refuseSave(page, undefined)
  await press(frame, 'Try again')
  await expect.poll(() => callsOf(page, 'save')).toHaveLength(2)
  const [, saved, how] = (await callsOf(page, 'save'))[1] ?? []
  expect(saved).toEqual({ ...template, name: 'First visit' })
  expect(how).toEqual({ from: template, replaceNewer: false })
})

test('if somebody else has saved first, the user sees it and can replace that version', async () => {
  const { page, frame } = await openEditor()
  await frame.locator('::-p-aria(Template name[role="textbox"])').fill('Mine')
  await refuseSave(page, { message: 'Changed.', newer: { ...template, name: 'Theirs' } })
  await press(frame, 'Save')
  await says(frame, 'Somebody else saved this template')
  await refuseSave(page, undefined)
  await frame.locator('button ::-p-text(Compare)').click()
  await press(frame, 'Keep mine')
  await expect.poll(() => callsOf(page, 'save')).toHaveLength(2)
  const [, saved, how] = (await callsOf(page, 'save'))[1] ?? []
  expect([saved, how]).toMatchObject([{ name: 'Mine' }, { replaceNewer: true }])
})

test('changeGroup and changeDynamicField get what the user has changed', async () => {
  const { page, frame } = await openEditor({ dynamic: true })
  await press(frame, 'Change group')
  await frame.locator('::-p-aria(Group[role="textbox"])').fill(' First visits ')
  await press(frame, 'Change')
  await expect.poll(() => callsOf(page, 'changeGroup')).toEqual([['changeGroup', 'First visits']])
  await frame.locator('[aria-label="Dynamic Fields"] button ::-p-text(Pulse)').click()
  await frame.locator('[role="dialog"] textarea').fill('A number.')
  await press(frame, 'Save & Continue')
  const field = { id: 'pulse', name: 'Pulse', instructions: 'A number.' }
  await expect.poll(() => callsOf(page, 'changeDynamicField')).toEqual([['changeDynamicField', field]])
})

test('a dictated description makes fields, and neither the words nor an example transcript reach the page', async () => {
  const { page, frame } = await openEditor()
  await press(frame, 'Generate Fields')
  await press(frame, 'Talk to AI')
  await says(frame, said)
  await press(frame, 'Finish')
  const description = '[role="dialog"] textarea'
  await expect.poll(() => frame.$eval(description, (area) => (area as HTMLTextAreaElement).value)).toBe(said)
  await frame.locator(description).fill(`${said} Mood, sleep and medication.`)
  await frame.locator('[role="dialog"] button ::-p-text(Generate Fields)').click()
  await says(frame, 'Select all')
  await press(frame, 'Cancel')

  await frame.locator('li button ::-p-text(Mood)').click()
  await frame.locator('[placeholder="Select an example session"]').click()
  await frame.locator('[role="option"]').click()
  await press(frame, 'Generate Example')
  // Wait for the generated example. It quotes the example session, with the speaker.
  await says(frame, 'Speaker', '[role="dialog"] [role="status"][aria-busy="false"]')
  const noted = await notedBy(page)
  expect(noted.events.filter(([name]) => name !== 'state')).toEqual([['ready', {}]])
  expect(noted.events.filter(([name]) => name === 'state').map(([, { phase }]) => phase)).toEqual([
    'starting',
    'recording',
    'stopping',
    'idle',
  ])
  // The page is asked for a token when the editor loads, before the recording starts and before it stops.
  expect(noted.calls).toEqual([['token'], ['token'], ['token']])
  expect(JSON.stringify(noted)).not.toMatch(/Slept|medication|Speaker|transcript/)
})

test('each property shows its control, and a control without its function is hidden', async () => {
  const none = await openEditor({ properties: 'add' })
  const least = await names(none.frame)
  for (const control of ['Save', 'Template name', 'Change group', 'Models', 'Generate Fields', 'Template Instructions'])
    expect(least).not.toContain(control)
  expect(least).toContain('Add Field')
  const all = await openEditor()
  const most = await names(all.frame)
  for (const control of ['Save', 'Template name', 'Change group', 'Models', 'Generate Fields', 'Add Field'])
    expect(most).toContain(control)
  const noSave = await names((await openEditor({ without: 'save' })).frame)
  expect(noSave).not.toContain('Save')
  const noGroup = await names((await openEditor({ without: 'changeGroup' })).frame)
  expect(noGroup).not.toContain('Change group')
  expect(editorProperties).toHaveLength(16)
})

test('the page changes the template, and is told of an invalid one', async () => {
  const { page, frame } = await openEditor()
  await page.$eval('chartside-template-editor', (element) =>
    Reflect.set(element, 'template', { id: 't-2', name: 'Discharge', instructions: '', fields: [] }),
  )
  await expect
    .poll(() => frame.$eval('[aria-label="Template name"]', (name) => (name as HTMLInputElement).value))
    .toBe('Discharge')
  await page.$eval('chartside-template-editor', (element) => Reflect.set(element, 'template', { id: 't-3' }))
  await expect.poll(async () => (await notedBy(page)).events.map(([name]) => name)).toEqual(['ready', 'error'])
})
