import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { demoHost } from '../../scripts/demo/browser.ts'
import { signIn, text } from '../../scripts/demo/panel.ts'
import { demoUser } from '../../server/services/demo-user.ts'
import { openDemoStage } from '../e2e/demo-stage.ts'
import type { Surface } from './surface.ts'

/** The types of message that the service worker accepts from content scripts. */
const typesOfPages = ['page.moved', 'panel.open', 'panel.button']

/** The types of message that the extension's pages declare. */
async function declaredTypes(): Promise<string[]> {
  const source = await readFile(new URL('../../lib/browser/messages.ts', import.meta.url), 'utf8')
  return [...source.matchAll(/^ {2}'([a-z]+\.[a-zA-Z]+)'\(/gm)].map(([, type]) => type ?? '')
}

/**
 * Messages that a content script sends after its page has taken it over. The extension must not answer a type that is
 * not for pages, and must still answer one that is.
 */
export async function openExtensionMessages(): Promise<Surface<unknown[]>> {
  const stage = await openDemoStage()
  const { chart, openPanel, extensionId } = stage.demo
  const session = await chart.createCDPSession()
  const world = new Promise<number>((resolve) =>
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.auxData.type === 'isolated' && context.origin.includes(extensionId)) resolve(context.id)
    }),
  )
  await session.send('Runtime.enable')
  await chart.goto(`http://${demoHost}/patients/4812/patient_evaluations/77/edit?process=3`)
  const panel = await openPanel()
  await text(panel, 'Sign in').wait()
  await signIn(panel, demoUser)
  await text(panel, 'Maya Okafor').wait()
  const contextId = await world

  /** Sends the messages at the same time. Returns each answer as JSON, or why there was none. */
  async function answersTo(messages: unknown[]): Promise<string[]> {
    const expression = `Promise.all(${JSON.stringify(messages)}.map((message) =>
      Promise.resolve().then(() => chrome.runtime.sendMessage(message))
        .then((answer) => JSON.stringify(answer ?? null), (error) => 'refused: ' + error.message)))`
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error('The content script could not send its messages.')
    return result.value as string[]
  }

  const value = fc.jsonValue({ maxDepth: 3 })
  const message = fc.oneof(
    { weight: 1, arbitrary: value },
    {
      weight: 6,
      arbitrary: fc.record(
        {
          id: fc.oneof(fc.nat(), value),
          type: fc.oneof(fc.constantFrom(...(await declaredTypes()), '__proto__', 'constructor'), value),
          data: fc.oneof(value, fc.record({ tabId: fc.nat(10), serverUrl: fc.constant(stage.serverUrl) })),
          timestamp: fc.oneof(fc.nat(), value),
        },
        { requiredKeys: [] },
      ),
    },
  )
  const typeOf = (message: unknown) =>
    typeof message === 'object' && message !== null ? String(Reflect.get(message, 'type')) : ''
  return {
    inputs: fc.array(message, { minLength: 1, maxLength: 40 }),
    async attempt(messages) {
      const answers = await answersTo(messages)
      for (const [index, answer] of answers.entries()) {
        const type = typeOf(messages[index])
        // The library of the messages looks for listeners in a plain object. So it finds what every object inherits:
        // `constructor` answers with the message and its sender, which the page knows.
        if (type in {}) continue
        if (/Bearer|Maya/.test(answer)) throw new Error('An answer shows data of the user.')
        if (answer.includes('"res"') && !typesOfPages.includes(type))
          throw new Error('A message that is not for pages got an answer.')
      }
      const [last = ''] = await answersTo([{ id: 1, type: 'page.moved', timestamp: 1 }])
      if (last.startsWith('refused')) throw new Error('The service worker no longer answers.')
    },
    close: stage.close,
  }
}
