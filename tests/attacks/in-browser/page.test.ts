import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageTypes, openContentScript, typesForPages } from './content-script.ts'

let script: Awaited<ReturnType<typeof openContentScript>>
beforeAll(async () => {
  script = await openContentScript()
})
afterAll(() => script.stage.close())

describe('A content script that its page has compromised', () => {
  test('this test covers every kind of message that the source declares', () => {
    expect(messageTypes.length).toBeGreaterThan(20)
    expect(messageTypes).toEqual(expect.arrayContaining([...typesForPages, 'session.credential', 'recovery.list']))
  })

  test.each(messageTypes.filter((type) => !typesForPages.includes(type)))('gets no answer to %s', async (type) => {
    const data = { serverUrl: script.stage.serverUrl, tabId: 1, id: 'x', transactionId: 'x', state: { phase: 'idle' } }
    const answer = await script.evaluate(
      `chrome.runtime.sendMessage({ id: 1, type: ${JSON.stringify(type)}, data: ${JSON.stringify(data)}, timestamp: Date.now() })
        .then((answer) => JSON.stringify(answer ?? null), (error) => 'refused: ' + error.message)`,
    )
    expect(String(answer)).not.toContain('"res"')
    expect(String(answer)).not.toMatch(/Bearer|Maya/)
  })

  test('cannot read the extension’s storage', async () => {
    const read = await script.evaluate(
      `chrome.storage.local.get().then((all) => JSON.stringify(all), (error) => 'refused: ' + error.message)`,
    )
    expect(read).toMatch(/^refused/)
  })

  test('may still report that the page has changed', async () => {
    const answer = await script.evaluate(
      `chrome.runtime.sendMessage({ id: 2, type: 'page.moved', timestamp: Date.now() }).then(() => 'taken', (error) => error.message)`,
    )
    expect(answer).toBe('taken')
  })
})
