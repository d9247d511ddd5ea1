import type { Figure } from '../../../scripts/bench.ts'
import { aria, text } from '../../../scripts/demo/panel.ts'
import { openRecordingStage } from '../../e2e/recording-stage.ts'
import { paintedAt } from '../painted-at.ts'

const rounds = 5
const limitMs = 1000
const ended = 'The tab’s sound has ended.'

/**
 * Records microphone and tab, then closes the recorded tab. The side panel closes with the tab, so a second panel in
 * another tab must show the message `ended`. Returns the time in ms from the closing of the recorded tab until the
 * second panel has painted this message.
 */
async function closeTab(stage: Awaited<ReturnType<typeof openRecordingStage>>): Promise<number> {
  const opened = await stage.openBrowser()
  try {
    const panel = await opened.panel()
    await aria(panel, 'button', 'Record session').click()
    await aria(panel, 'button', 'Finish').wait()
    const other = await opened.demo.browser.newPage()
    await other.goto(`chrome-extension://${opened.demo.extensionId}/sidepanel.html`)
    await text(other, 'Finish').wait()
    // Only start to wait for the message here. If the expression returned the promise, `evaluate` would wait for the
    // message, and the tab would never be closed.
    await other.evaluate(`globalThis.toldAt = (${paintedAt})(${JSON.stringify(ended)}); undefined`)
    const closedAt = Date.now()
    await opened.demo.chart.close()
    return (await other.evaluate(() => Reflect.get(globalThis, 'toldAt') as Promise<number>)) - closedAt
  } finally {
    await opened.demo.browser.close()
  }
}

/** How soon the user learns that the recorded tab was closed, in the real extension with a real server. */
export async function toldFigures(): Promise<Figure[]> {
  const stage = await openRecordingStage({ script: [] })
  try {
    const tookMs: number[] = []
    for (let round = 0; round < rounds; round++) tookMs.push(await closeTab(stage))
    tookMs.sort((one, other) => one - other)
    const [median, slowest] = [tookMs[Math.floor(rounds / 2)] ?? Number.NaN, tookMs.at(-1) ?? Number.NaN]
    return [
      {
        measure: `the recorded tab is closed → the panel says so, ${rounds} recordings`,
        figure: `${median.toFixed(0)} ms in the middle, ${slowest.toFixed(0)} ms at the slowest`,
        limit: `at most ${limitMs} ms`,
        holds: slowest <= limitMs,
      },
    ]
  } finally {
    await stage.close()
  }
}
