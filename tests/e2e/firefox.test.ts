import type { Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aria, signIn, text } from '../../scripts/demo/panel.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { messageTypes, typesForPages } from '../attacks/in-browser/content-script.ts'
import { objections } from '../screens/objections.ts'
import { type FirefoxStage, openFirefoxStage } from './firefox-stage.ts'
import type { Line } from './recording-stage.ts'
import { shown } from './shown.ts'

const noFirefox = 'There is no Firefox, and none could be installed.'
/** How long to wait for the recogniser and the note, in ms. A busy machine needs minutes. */
const visitMs = 240_000

const said = [
  'How has your mood been this week?',
  'My mood is anxious but I am hopeful.',
  'How many hours do you sleep?',
  'I sleep about six hours each night.',
  'Do you have any thoughts of suicide?',
  'No, I have no thoughts of suicide.',
]
/** A line for each second. The engine returns these lines for any sound. */
const script: Line[] = said.map((words, i) => ({
  speaker: 0,
  text: words,
  fromMs: i * 1000 + 100,
  toMs: i * 1000 + 900,
}))

let stage: FirefoxStage | null
let panel: Page
/** Path of the panel for the tab of the chart. */
let panelPath: string
beforeAll(async () => {
  stage = await openFirefoxStage(script)
  if (stage === null) return
  const options = await stage.open('options.html')
  const tabId = await options.evaluate(async () => (await chrome.tabs.query({ url: '*://*.kipuworks.com/*' }))[0]?.id)
  await options.close()
  // Open the panel in a tab, because Puppeteer cannot reach the sidebar of Firefox. `?tab=` connects the panel to the
  // tab of the chart.
  panelPath = `sidepanel.html?tab=${tabId}`
  panel = await stage.open(panelPath)
}, 240_000)
afterAll(async () => {
  await stage?.close()
})

const sees = (page: Page, words: string, timeout = visitMs) =>
  expect.poll(() => shown(page), { timeout, interval: 200 }).toContain(words)

test('a click opens the sidebar of Firefox with the panel', async (context) => {
  if (stage === null) return context.skip(noFirefox)
  await panel.evaluate(() => {
    const { sidebarAction } = chrome as unknown as { sidebarAction: { open(): Promise<void> } }
    const button = document.createElement('button')
    button.textContent = 'Open'
    button.id = 'open-sidebar'
    button.style.cssText = 'position: fixed; inset: 0'
    button.onclick = () => {
      button.remove()
      void sidebarAction.open()
    }
    document.body.append(button)
  })
  await panel.click('#open-sidebar')
  const state = () =>
    panel.evaluate(async () => {
      const { sidebarAction } = chrome as unknown as {
        sidebarAction: { isOpen(of: object): Promise<boolean>; getPanel(of: object): Promise<string> }
      }
      return [await sidebarAction.isOpen({}), new URL(await sidebarAction.getPanel({})).pathname]
    })
  await expect.poll(state).toEqual([true, '/sidepanel.html'])
})

test('a person signs in, and the panel reads the chart', async (context) => {
  if (stage === null) return context.skip(noFirefox)
  await signIn(panel, demoUser)
  await sees(panel, 'Maya Okafor')
  expect(await objections(panel)).toEqual([])
})

test('a content script that its page has taken over gets neither the session nor an answer', async (context) => {
  if (stage === null) return context.skip(noFirefox)
  const options = await stage.open('options.html')
  /** Runs in the extension's world of the chart's page, as the content script does. */
  const taken = await options.evaluate(
    async (types, tabId) => {
      const [injection] = await chrome.scripting.executeScript({
        target: { tabId },
        args: [types],
        func: async (names: string[]) => {
          const answers: [string, unknown][] = []
          for (const type of names) {
            const message = { id: 1, type, data: { serverUrl: location.origin, id: 'x' }, timestamp: Date.now() }
            answers.push([type, await chrome.runtime.sendMessage(message).catch((error) => String(error))])
          }
          const { session, ...others } = await chrome.storage.local.get<Record<string, object>>()
          return { answers, session, others: JSON.stringify(others) }
        },
      })
      return injection?.result
    },
    messageTypes.filter((type) => !typesForPages.includes(type)),
    Number(new URL(panelPath, 'http://panel').searchParams.get('tab')),
  )
  await options.close()
  expect(taken?.answers.length).toBeGreaterThan(20)
  for (const [, answer] of taken?.answers ?? []) expect(JSON.stringify(answer) ?? '').not.toMatch(/"res"|Bearer|Maya/)
  expect(Object.keys(taken?.session ?? {})).toEqual(['sealed'])
  expect(taken?.others).not.toMatch(/token|Maya/i)
})

test('the panel says that the sound of a tab cannot be recorded', async (context) => {
  if (stage === null) return context.skip(noFirefox)
  await sees(panel, 'Firefox cannot record the sound of a tab.')
  expect(await panel.$eval('input[value="telehealth"]', (choice) => (choice as HTMLInputElement).disabled)).toBe(true)
})

test('the microphone is recorded in a tab that says what it is for, and the words arrive', async (context) => {
  if (stage === null) return context.skip(noFirefox)
  await aria(panel, 'button', 'Record session').click()
  await sees(panel, 'I have no thoughts of suicide')
  expect(await objections(panel)).toEqual([])
  const views = () =>
    panel.evaluate(() => chrome.extension.getViews({ type: 'tab' }).map((view) => view.document.body.textContent))
  expect((await views()).join('')).toContain('Keep it open while a visit is recorded.')
  await aria(panel, 'button', 'Finish').click()
  await aria(panel, 'radio', 'Individual Session Note').setTimeout(visitMs).wait()
})

test('the note is written from the words, and the form of the chart is filled and read back', async (context) => {
  if (stage === null) return context.skip(noFirefox)
  await aria(panel, 'radio', 'Individual Session Note').click()
  await aria(panel, 'button', 'Write the note').click()
  await text(panel, 'The note is ready.', visitMs).wait()
  expect(await objections(panel)).toEqual([])
  await aria(panel, 'button', 'Fill page…').click()
  const button = await panel.waitForFunction(
    () =>
      [...document.querySelectorAll('button')].find((each) => /^Fill \d+ fields?$/.test(each.textContent.trim()))
        ?.textContent,
    { timeout: visitMs },
  )
  const name = (await button.jsonValue()) ?? ''
  const planned = Number(/\d+/.exec(name)?.[0])
  expect(planned).toBeGreaterThan(0)
  await aria(panel, 'button', name.trim()).click()
  await sees(panel, `After the last fill, ${planned} of ${planned} values are on the page`)
  const heard = await stage.chart.evaluate(() => Object.keys(Reflect.get(window, 'chartModel') as object).length)
  expect(heard).toBeGreaterThanOrEqual(planned)
  expect(await stage.chart.evaluate(() => Reflect.get(window, 'chartPresses') as string[])).toEqual([])
})

test('a note is written from typed words', async (context) => {
  if (stage === null) return context.skip(noFirefox)
  const fresh = await stage.open(panelPath)
  await sees(fresh, 'Ready to record')
  await aria(fresh, 'textbox', 'What happened').fill('The patient sleeps eight hours each night. The mood is calm.')
  await aria(fresh, 'button', 'Choose a template').click()
  await aria(fresh, 'radio', 'Individual Session Note').click()
  await aria(fresh, 'button', 'Write the note').click()
  await text(fresh, 'The note is ready.', visitMs).wait()
  await sees(fresh, 'calm')
})

test('a recording whose tab is closed ends, and the panel offers what was recorded', async (context) => {
  if (stage === null) return context.skip(noFirefox)
  const fresh = await stage.open(panelPath)
  await sees(fresh, 'Ready to record')
  await aria(fresh, 'button', 'Record session').click()
  await sees(fresh, 'My mood is anxious')
  await fresh.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ pinned: true })
    if (tab?.id !== undefined) await chrome.tabs.remove(tab.id)
  })
  await sees(fresh, 'Ready to record')
  await sees(fresh, 'Transcribe')
  expect(await objections(await stage.open('offscreen.html'))).toEqual([])
})
