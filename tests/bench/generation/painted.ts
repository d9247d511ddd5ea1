import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import type { Figure } from '../../../scripts/bench.ts'
import { built } from '../../../scripts/builds.ts'
import { openDemoBrowser } from '../../../scripts/demo/browser.ts'
import { aria, signIn, text } from '../../../scripts/demo/panel.ts'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { demoUser } from '../../../server/services/demo-user.ts'
import { notedTurns, notedValue } from '../../fakes/note-model.ts'
import { ask } from '../../server/ask.ts'
import { paintedAt } from '../painted-at.ts'
import type { BenchDatabase } from '../recording-server/database.ts'
import { percentile } from '../recording-server/latency.ts'
import { noteServers, textFields } from './note-server.ts'
import { startTimedModel } from './timed-model.ts'

const notes = 30
const layoutName = 'Two questions'
const limitMs = 300

/**
 * Writes one note in the panel. Returns the milliseconds from the click on the button until its first value is painted.
 */
async function noteOnScreen(panel: Page): Promise<number> {
  await aria(panel, 'link', 'Session').click()
  await panel.locator('textarea').click()
  await panel.keyboard.sendCharacter(notedTurns.join('\n'))
  await aria(panel, 'button', 'Choose a template').click()
  await aria(panel, 'radio', layoutName).click()
  // If the expression ended in the promise, `evaluate` would wait for the promise. So the expression ends in
  // `undefined`.
  await panel.evaluate(`globalThis.paintedAt = (${paintedAt})(${JSON.stringify(notedValue)}); undefined`)
  await panel.evaluate(() =>
    addEventListener('click', () => Reflect.set(globalThis, 'pressedAt', performance.timeOrigin + performance.now()), {
      capture: true,
      once: true,
    }),
  )
  await aria(panel, 'button', 'Write the note').click()
  const tookMs = await panel.evaluate(
    async () => (await Reflect.get(globalThis, 'paintedAt')) - Reflect.get(globalThis, 'pressedAt'),
  )
  await text(panel, 'The note is ready.').wait()
  await aria(panel, 'button', 'Back').click()
  return tookMs
}

/**
 * Milliseconds from the click on 'Write the note' until its first field is painted in the panel of the real extension,
 * less the model's time for that field.
 */
export async function paintedFieldFigures(database: BenchDatabase): Promise<Figure[]> {
  const model = await startTimedModel()
  const servers = await noteServers(database, model.baseUrl)
  const server = await servers.start()
  const profile = await mkdtemp(join(tmpdir(), 'chartside-painted-'))
  const person = { email: demoUser.email, password: demoUser.password }
  const { body: session } = await ask(server.url, 'POST /api/user/login/email', { body: person })
  await ask(server.url, 'POST /api/user/layouts', { token: session.accessToken, body: textFields(layoutName, 2) })
  const { browser, extensionId } = await openDemoBrowser({
    executablePath: await findBrowser(),
    extensionDir: await built('extension'),
    serverUrl: server.url,
    headless: true,
    microphone: null,
    profile,
  })
  try {
    const panel = await browser.newPage()
    await panel.setViewport({ width: 360, height: 760 })
    await panel.goto(`chrome-extension://${extensionId}/sidepanel.html`)
    await signIn(panel, person)
    const beyond: number[] = []
    for (let note = 0; note < notes; note++) beyond.push((await noteOnScreen(panel)) - model.firstFieldMs())
    const [p50, p95] = [percentile(beyond, 0.5), percentile(beyond, 0.95)]
    return [
      {
        measure: `‘Write the note’ pressed → its first field painted, beyond the model’s own time, ${notes} notes`,
        figure: `p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms`,
        limit: `p95 at most ${limitMs} ms`,
        holds: p95 <= limitMs,
      },
    ]
  } finally {
    await browser.close()
    await server.kill('SIGKILL')
    await model.close()
    await servers.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
