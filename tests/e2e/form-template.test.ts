import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DynamicField } from '../../lib/contracts/index.ts'
import { carriedType, type PageReading } from '../../lib/page/shapes.ts'

import { type DemoBrowser, demoHost } from '../../scripts/demo/browser.ts'
import { aria, signIn, text } from '../../scripts/demo/panel.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { type DemoStage, openDemoStage } from './demo-stage.ts'

const said = [
  'Speaker 0: How have you been since the last session?',
  'Speaker 1: My mood is mostly anxious. I sleep about six hours per night.',
  'Speaker 0: Any side effects from the sertraline, 100 mg in the morning?',
  'Speaker 1: No, no side effects. My appetite is normal.',
  'Speaker 0: Any thoughts of suicide?',
  'Speaker 1: No, I have no suicidal thoughts.',
  'Speaker 0: The plan is to continue sertraline 100 mg and to keep a sleep diary.',
].join('\n')
const chartOf = (patient: string) => `http://${demoHost}/patients/${patient}/patient_evaluations/77/edit?process=3`

let stage: DemoStage
let demo: DemoBrowser
let panel: Page

beforeAll(async () => {
  stage = await openDemoStage()
  demo = stage.demo
  await demo.chart.goto(chartOf('4812'))
  panel = await demo.openPanel()
  await panel.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await signIn(panel, demoUser)
  await text(panel, 'Maya Okafor').wait()
})

afterAll(() => stage?.close())

const button = (name: string) => aria(panel, 'button', name)
/** Waits until the text of the screen matches, and returns the match. */
async function told(pattern: RegExp): Promise<RegExpExecArray> {
  const found = await panel.waitForFunction(
    (source) => new RegExp(source).exec(document.body.textContent)?.[0],
    { timeout: 60_000 },
    pattern.source,
  )
  const match = pattern.exec((await found.jsonValue()) ?? '')
  if (!match) throw new Error('The screen changed while it was read.')
  return match
}

const planBox = '#patient_evaluation_eval_texts_attributes_2_description'
const planText = () => demo.chart.$eval(planBox, (box) => (box as HTMLTextAreaElement).value)

/** Drags a value out of the panel with the mouse, and drops it on a text box of the chart. */
async function dragIntoChart(label: string, box: string): Promise<void> {
  await panel.evaluate((type) => {
    addEventListener('dragstart', ({ dataTransfer }) => Reflect.set(window, 'carried', dataTransfer?.getData(type)))
  }, carriedType)
  const value = await panel.waitForSelector(`[role="group"][aria-label="${label}"] [draggable="true"]`)
  await value?.scrollIntoView()
  const start = await value?.clickablePoint()
  if (!start) throw new Error(`${label} cannot be dragged.`)
  await panel.mouse.move(start.x, start.y)
  await panel.mouse.down()
  await panel.mouse.move(start.x - 30, start.y + 12, { steps: 4 })
  const carried = await panel.waitForFunction(() => Reflect.get(window, 'carried') as string | undefined)
  const name = (await carried.jsonValue()) ?? ''

  await demo.chart.evaluate(() => {
    Reflect.set(window, 'over', 0)
    document.addEventListener('dragover', () => Reflect.set(window, 'over', Reflect.get(window, 'over') + 1))
  })
  const chart = await demo.chart.createCDPSession()
  const over = () => demo.chart.evaluate(() => Number(Reflect.get(window, 'over')))
  const place = await demo.chart.waitForSelector(box)
  await place?.scrollIntoView()
  const at = await place?.clickablePoint()
  if (!at) throw new Error('The box cannot be seen.')
  // In real use, the window system carries the drag from one page to the other. Here the test sends the data of the
  // drag to the chart.
  const data = { items: [{ mimeType: carriedType, data: name }], dragOperationsMask: 1 }
  // The page receives `dragover` events until the extension is ready for the drop.
  await expect
    .poll(async () => {
      const before = await over()
      await chart.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data })
      await chart.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data })
      return (await over()) - before
    })
    .toBe(0)
  await chart.send('Input.dispatchDragEvent', { type: 'drop', ...at, data })
  await panel.mouse.up()
  await chart.detach()
}

test('a template is made from the open form; its note is filled into that form, one value by drag, and receipts are copied; another chart gets nothing', async () => {
  await aria(panel, 'link', 'Templates').click()
  await button('Check the fields').click()
  await panel.locator('[aria-label="Make a template from this form"] input:not([type])').fill('My form')
  await aria(panel, 'checkbox', 'Interventions Used').click()
  const [save] = await told(/Save \d+ fields/)
  await button(save).click()
  await text(panel, 'version 1').wait()
  await button('Back').click()

  await aria(panel, 'link', 'Session').click()
  // Insert the text as a paste does. If a script set the text, no input events would fire.
  await panel.locator('textarea').click()
  await panel.keyboard.sendCharacter(said)
  await button('Choose a template').click()
  await text(panel, 'fits this form').wait()
  await aria(panel, 'radio', 'My form').click()
  await button('Write the note').click()
  await text(panel, 'The note is ready.', 120_000).wait()

  await button('Fill page…').click()
  const [, planned] = await told(/Fill (\d+) fields in Kipu/)
  expect(Number(planned)).toBeGreaterThanOrEqual(2)
  // This field was removed from the template, so the panel must not offer it for filling.
  expect(await panel.evaluate(() => document.body.textContent)).not.toContain('Interventions Used')

  await dragIntoChart('Plan', planBox)
  await text(panel, 'Plan: Written, and checked on the page.').wait()
  expect(await planText()).toContain('sleep diary')
  await button('Undo').click()
  await expect.poll(planText).toBe('')

  await button(`Fill ${planned} fields`).click()
  const [, readBack] = await told(/After the last fill, (\d+) of \d+ values are on the page/)
  expect(readBack).toBe(planned)
  const chart = await demo.chart.evaluate(() => ({
    model: Object.keys(Reflect.get(window, 'chartModel')),
    presses: Reflect.get(window, 'chartPresses'),
  }))
  expect(chart.model.length).toBeGreaterThanOrEqual(Number(planned))
  expect(chart.presses).toEqual([])

  await panel.evaluate(() => {
    const clipboard = { writeText: async (words: string) => Reflect.set(window, 'taken', words) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard })
  })
  await button('Copy this list').click()
  const receipts = await (await panel.waitForFunction(() => Reflect.get(window, 'taken'))).jsonValue()
  expect(receipts).toMatch(new RegExp(`Individual Session Note · chart 004812 · ${planned} of \\d+ written\\n`))

  // On another patient's chart the same note writes nothing, and the screen says why.
  await button('Done').click()
  await demo.chart.goto(chartOf('5120'))
  await button('Fill page…').click()
  await text(panel, 'Another patient’s chart is open').wait()
  expect(await demo.chart.evaluate(() => Object.keys(Reflect.get(window, 'chartModel') ?? {}))).toEqual([])
})

test('a field to be written by hand is shown in the page; a deleted field is reported as gone', async () => {
  const shown = await panel.evaluate(async () => {
    const ask = async (type: string, data: object) =>
      (await chrome.runtime.sendMessage({ id: 1, timestamp: Date.now(), type, data }))?.res
    const [tab] = await chrome.tabs.query({ url: 'http://demo.kipuworks.com/*' })
    const { nonce, fields }: PageReading = await ask('page.read', { tabId: tab?.id })
    const fieldId = fields.find(({ label }) => label === 'Plan')?.id
    const point = (id?: string) => ask('page.point', { tabId: tab?.id, nonce, fieldId: id })
    return [await point(fieldId), await point('gone')]
  })
  expect(shown).toEqual([true, false])
})

test('instructions for a field of the form survive closing the panel, and are sent with the next note', async () => {
  const mine = 'Only what was agreed for the coming week.'
  await demo.chart.goto(chartOf('4812'))
  await panel.evaluate(() => Reflect.set(location, 'hash', '#/templates'))
  await aria(panel, 'link', 'My form').click()
  const dynamic = (name: string) => panel.locator(`ul[aria-label="Dynamic Fields"] ::-p-text(${name})`)
  await dynamic('Plan').click()
  await aria(panel, 'textbox', 'AI instructions').fill(mine)
  await button('Save & Continue').click()
  await text(panel, mine).wait()

  await panel.close()
  panel = await demo.openPanel()
  await panel.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await text(panel, 'Maya Okafor').wait()
  const sent = panel.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/user/reports'))
  await panel.locator('textarea').click()
  await panel.keyboard.sendCharacter(said)
  await button('Choose a template').click()
  await aria(panel, 'radio', 'SOAP note').click()
  await aria(panel, 'switch', 'Also write answers for the fields of this form').click()
  await button('Write the note').click()
  const { dynamicFields } = JSON.parse((await (await sent).fetchPostData()) ?? '{}') as {
    dynamicFields: DynamicField[]
  }
  expect(dynamicFields.find(({ name }) => name === 'Plan')?.instructions).toBe(mine)
  await text(panel, 'The note is ready.', 120_000).wait()
})
