import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'puppeteer'
import * as z from 'zod'
import type { Figure } from '../../../scripts/bench.ts'
import { built } from '../../../scripts/builds.ts'
import { demoHost, openDemoBrowser } from '../../../scripts/demo/browser.ts'
import { findBrowser } from '../../../scripts/find-browser.ts'

const controls = 1000
const loads = 7
const limitMs = 5

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      /** CPU time of the event on its thread, in µs. */
      tdur: z.number().optional(),
      args: z
        .object({ data: z.object({ url: z.string().optional() }).loose().optional() })
        .loose()
        .optional(),
    }),
  ),
})

/** CPU time in ms that the main thread of a page spends in the content script until the page is idle. */
async function costOf(page: Page, url: string): Promise<number> {
  await page.tracing.start({ categories: ['devtools.timeline'] })
  await page.goto(url, { waitUntil: 'networkidle0' })
  const recorded = await page.tracing.stop()
  const { traceEvents } = trace.parse(JSON.parse(new TextDecoder().decode(recorded)))
  const ours = traceEvents.filter(
    ({ name, args }) =>
      ['EvaluateScript', 'FunctionCall'].includes(name) && args?.data?.url?.includes('/content-scripts/'),
  )
  if (!ours.some(({ name }) => name === 'EvaluateScript'))
    throw new Error('The content script did not run in the page.')
  return ours.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0)
}

/** Measures what the extension costs a page on which the user does not use it. */
export async function idleFigures(): Promise<Figure[]> {
  const form = `<!doctype html><title>Form</title>${'<label>Question <input></label>'.repeat(controls)}`
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(form))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { browser, chart } = await openDemoBrowser({
    executablePath: await findBrowser(),
    extensionDir: await built('extension'),
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headless: true,
    microphone: null,
  })
  try {
    const costs: number[] = []
    for (let load = 0; load < loads; load++) costs.push(await costOf(chart, `http://${demoHost}/form/${load}`))
    costs.sort((one, other) => one - other)
    const [median, worst] = [costs[Math.floor(loads / 2)] ?? Number.NaN, costs.at(-1) ?? Number.NaN]
    return [
      {
        measure: `processor time in a page of ${controls} controls in which nothing is asked, ${loads} loads`,
        figure: `${median.toFixed(1)} ms in the middle, ${worst.toFixed(1)} ms at the worst`,
        limit: `at most ${limitMs} ms in the middle`,
        holds: median <= limitMs,
      },
    ]
  } finally {
    await browser.close()
    server.close()
  }
}
