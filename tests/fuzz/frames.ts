import fc from 'fast-check'
import { connectMessage, hostMessage } from '../../embed/messages.ts'
import { openEmbeddingStage } from '../portal/embedding/stage.ts'
import type { Surface } from './surface.ts'
import { valuesOf } from './values.ts'

interface Messages {
  /** Messages to the window of the frame before the page connects. */
  before: unknown[]
  /** Messages through the port after that. */
  after: unknown[]
}

/**
 * The page around the frame, without the custom element: it sends what it likes, and answers each question for a token.
 * `connect` sends the port as the element does.
 */
const script = `
  const frame = document.querySelector('iframe')
  window.isReady = new Promise((done) =>
    addEventListener('message', ({ source }) => source === frame.contentWindow && done(), { once: true }))
  const channel = new MessageChannel()
  window.port = channel.port1
  port.onmessage = async ({ data }) => {
    if (data.type === 'call' && data.call.name === 'token')
      port.postMessage({ type: 'answer', id: data.id, value: await (await fetch('/token')).text() })
  }
  window.connect = () => frame.contentWindow.postMessage({ type: 'chartside.connect' }, SERVER, [channel.port2])
`

declare global {
  interface Window {
    isReady: Promise<void>
    port: MessagePort
    connect(): void
  }
}

/** The messages of a page to the frame of an embedded box. The box must still obey a valid message afterwards. */
export async function openFrames(): Promise<Surface<Messages>> {
  const { server, partner, site, browser, close } = await openEmbeddingStage()
  const origin = site.origin('localhost')
  const query = new URLSearchParams({ access: partner.accessId, origin })
  site.serve(
    '/bare',
    `<!doctype html><title>A clinic's own page</title>
    <iframe src="${server.url}/embed/frame?${query}" sandbox="allow-scripts allow-same-origin allow-forms"></iframe>
    <script>${script.replace('SERVER', JSON.stringify(server.url))}</script>`,
  )
  const page = await browser.newPage()
  let labels = 0
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), valuesOf(hostMessage, []))
  return {
    inputs: fc.record({
      // A valid message would bring a port of its own. Then the page would have connected.
      before: fc.array(
        anything.filter((message) => !connectMessage.safeParse(message).success),
        { maxLength: 10 },
      ),
      after: fc.array(anything, { minLength: 1, maxLength: 40 }),
    }),
    async attempt({ before, after }) {
      await page.goto(`${origin}/bare`)
      labels += 1
      const label = `The box ${labels}`
      await page.evaluate(
        async ({ before, after, label }) => {
          await window.isReady
          const frame = document.querySelector('iframe')?.contentWindow
          for (const message of before) frame?.postMessage(message, '*')
          window.connect()
          for (const message of after) window.port.postMessage(message)
          window.port.postMessage({ type: 'setup', setup: { element: 'dictation', label } })
        },
        { before, after, label },
      )
      const frame = page.frames().find((each) => each.parentFrame() !== null)
      await frame?.waitForSelector(`::-p-aria([name="${label}"])`, { timeout: 30_000 }).catch(() => {
        throw new Error('The frame no longer obeys its page.')
      })
    },
    close,
  }
}
