import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showChart } from '../../scripts/demo/browser.ts'
import { aria, text } from '../../scripts/demo/panel.ts'
import { type DemoStage, openDemoStage } from './demo-stage.ts'

let stage: DemoStage
beforeAll(async () => {
  stage = await openDemoStage()
})
afterAll(() => stage?.close())

test('from the chart of the demo to a filled form are at most six clicks, without a microphone', async () => {
  let clicks = 0
  const press = async (panel: Page, name: string) => {
    clicks += 1
    await aria(panel, 'button', name).click()
  }
  const { demo } = stage
  await showChart(demo)
  clicks += 1
  const panel = await demo.openPanel()
  await press(panel, 'Sign in')
  await press(panel, 'Use the example session of Maya Okafor')
  await text(panel, 'fits this form').wait()
  await press(panel, 'Write the note')
  await text(panel, 'The note is ready.', 240_000).wait()
  await press(panel, 'Fill page…')
  const label = await panel.waitForFunction(
    () =>
      [...document.querySelectorAll('button')].find((each) => /^Fill \d+ fields?$/.test(each.textContent.trim()))
        ?.textContent,
    { timeout: 60_000 },
  )
  const fill = (await label.jsonValue()) ?? ''
  await press(panel, fill)
  const summary = await panel.waitForFunction(
    () => /After the last fill, (\d+) of \d+ values are on the page/.exec(document.body.textContent)?.[1],
    { timeout: 120_000 },
  )
  expect(`Fill ${await summary.jsonValue()} fields`).toBe(fill)
  const pressed = await demo.chart.evaluate(() => Reflect.get(window, 'chartPresses') as string[])
  expect(pressed).toEqual([])
  expect(clicks).toBeLessThanOrEqual(6)
})
