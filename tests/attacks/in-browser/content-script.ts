import { readFile } from 'node:fs/promises'
import { demoHost } from '../../../scripts/demo/browser.ts'
import { signIn, text } from '../../../scripts/demo/panel.ts'
import { demoUser } from '../../../server/services/demo-user.ts'
import { openDemoStage } from '../../e2e/demo-stage.ts'

/** The types of message that the service worker accepts from content scripts. It must answer no other type. */
export const typesForPages = ['page.moved', 'panel.open', 'panel.button']

const source = await readFile(new URL('../../../lib/browser/messages.ts', import.meta.url), 'utf8')
/** Every type of message that the source declares. */
export const messageTypes = [
  ...new Set([...source.matchAll(/^ {2}'([a-z]+\.[a-zA-Z]+)'\(/gm)].map(([, type]) => type ?? '')),
]

/** Opens the chart of Maya Okafor with a signed-in panel beside it. `evaluate` is what its page can do to the extension. */
export async function openContentScript() {
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
  return {
    stage,
    /** Evaluates an expression in the extension's isolated world of the page, as a compromised content script would. */
    async evaluate(expression: string): Promise<unknown> {
      const options = { expression, contextId, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', options)
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
  }
}
