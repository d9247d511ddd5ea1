import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoHost } from '../../../scripts/demo/browser.ts'
import { signIn, text } from '../../../scripts/demo/panel.ts'
import { demoUser } from '../../../server/services/demo-user.ts'
import { type DemoStage, openDemoStage } from '../../e2e/demo-stage.ts'

let stage: DemoStage
let panel: Page
let session: CDPSession
let contextId: number

/** The types of message that the service worker accepts from content scripts. It must answer no other type. */
const fromPages = ['page.moved', 'panel.open', 'panel.button']
const source = await readFile(new URL('../../../lib/browser/messages.ts', import.meta.url), 'utf8')
const types = [...new Set([...source.matchAll(/^ {2}'([a-z]+\.[a-zA-Z]+)'\(/gm)].map(([, type]) => type ?? ''))]

beforeAll(async () => {
  stage = await openDemoStage()
  const { chart, openPanel } = stage.demo
  session = await chart.createCDPSession()
  const world = new Promise<number>((found) =>
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.auxData.type === 'isolated' && context.origin.includes(stage.demo.extensionId)) found(context.id)
    }),
  )
  await session.send('Runtime.enable')
  await chart.goto(`http://${demoHost}/patients/4812/patient_evaluations/77/edit?process=3`)
  panel = await openPanel()
  await text(panel, 'Sign in').wait()
  await signIn(panel, demoUser)
  await text(panel, 'Maya Okafor').wait()
  contextId = await world
})
afterAll(() => stage.close())

/**
 * Evaluates the expression in the extension's isolated world of the chart page, as a compromised content script would.
 */
async function inContentScript(expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}

describe('A content script that its page has compromised', () => {
  test('this test covers every kind of message that the source declares', () => {
    expect(types.length).toBeGreaterThan(20)
    expect(types).toEqual(expect.arrayContaining([...fromPages, 'session.credential', 'recovery.list']))
  })

  test.each(types.filter((type) => !fromPages.includes(type)))('gets no answer to %s', async (type) => {
    const data = { serverUrl: stage.serverUrl, tabId: 1, id: 'x', transactionId: 'x', state: { phase: 'idle' } }
    const answer = await inContentScript(
      `chrome.runtime.sendMessage({ id: 1, type: ${JSON.stringify(type)}, data: ${JSON.stringify(data)}, timestamp: Date.now() })
        .then((answer) => JSON.stringify(answer ?? null), (error) => 'refused: ' + error.message)`,
    )
    expect(String(answer)).not.toContain('"res"')
    expect(String(answer)).not.toMatch(/Bearer|Maya/)
  })

  test('cannot read the extension’s storage', async () => {
    const read = await inContentScript(
      `chrome.storage.local.get().then((all) => JSON.stringify(all), (error) => 'refused: ' + error.message)`,
    )
    expect(read).toMatch(/^refused/)
  })

  test('may still report that the page has changed', async () => {
    const answer = await inContentScript(
      `chrome.runtime.sendMessage({ id: 2, type: 'page.moved', timestamp: Date.now() }).then(() => 'taken', (error) => error.message)`,
    )
    expect(answer).toBe('taken')
  })
})
