import fc from 'fast-check'
import { messageTypes, openContentScript, typesForPages } from '../attacks/in-browser/content-script.ts'
import type { Surface } from './surface.ts'

/**
 * Messages that a content script sends after its page has taken it over. The extension must not answer a type that is
 * not for pages, and must still answer one that is.
 */
export async function openExtensionMessages(): Promise<Surface<unknown[]>> {
  const { stage, evaluate } = await openContentScript()

  /** Sends the messages at the same time. Returns each answer as JSON, or why there was none. */
  async function answersTo(messages: unknown[]): Promise<string[]> {
    const expression = `Promise.all(${JSON.stringify(messages)}.map((message) =>
      Promise.resolve().then(() => chrome.runtime.sendMessage(message))
        .then((answer) => JSON.stringify(answer ?? null), (error) => 'refused: ' + error.message)))`
    return (await evaluate(expression)) as string[]
  }

  const value = fc.jsonValue({ maxDepth: 3 })
  const message = fc.oneof(
    { weight: 1, arbitrary: value },
    {
      weight: 6,
      arbitrary: fc.record(
        {
          id: fc.oneof(fc.nat(), value),
          type: fc.oneof(fc.constantFrom(...messageTypes, '__proto__', 'constructor'), value),
          data: fc.oneof(value, fc.record({ tabId: fc.nat(10), serverUrl: fc.constant(stage.serverUrl) })),
          timestamp: fc.oneof(fc.nat(), value),
        },
        { requiredKeys: [] },
      ),
    },
  )
  /** The name under which the library looks for a listener. '' if the type has none, because it is an odd object. */
  const typeOf = (message: unknown) => {
    try {
      return typeof message === 'object' && message !== null ? String(Reflect.get(message, 'type')) : ''
    } catch {
      return ''
    }
  }
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
        if (answer.includes('"res"') && !typesForPages.includes(type))
          throw new Error('A message that is not for pages got an answer.')
      }
      const [last = ''] = await answersTo([{ id: 1, type: 'page.moved', timestamp: 1 }])
      if (last.startsWith('refused')) throw new Error('The service worker no longer answers.')
    },
    close: stage.close,
  }
}
