// `npm run store:screenshots`: the pictures of the store pages, from the real extension with invented data.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'puppeteer'
import { demoUser } from '../server/services/demo-user.ts'
import { built } from './builds.ts'
import { type DemoBrowser, demoHost, openDemoBrowser } from './demo/browser.ts'
import { aria, signIn, text } from './demo/panel.ts'
import { startServer } from './demo/server-process.ts'
import { findBrowser } from './find-browser.ts'

const output = fileURLToPath(new URL('../.output/store', import.meta.url))
/**
 * The size of a screenshot in pixels, as the stores of the browsers require it. `panelWidth` is the width of the panel
 * in the screenshot.
 */
const size = { width: 1280, height: 800 }
const panelWidth = 400
const waitMs = 60_000

const visit = [
  'Speaker 0: How have you been since our last session?',
  'Speaker 1: A bit better. I sleep six hours a night. I still worry about work in the evening.',
  'Speaker 0: Did you try the breathing exercise?',
  'Speaker 1: Yes, four times. It calmed me. I have no thoughts of hurting myself.',
  'Speaker 0: Good. Keep the exercise, and we meet again next Tuesday.',
].join('\n')

async function take({ browser, chart }: DemoBrowser, panel: Page, name: string): Promise<void> {
  await chart.setViewport({ width: size.width - panelWidth, height: size.height })
  await panel.setViewport({ width: panelWidth, height: size.height })
  await panel.waitForNetworkIdle()
  const parts: string[] = []
  for (const page of [chart, panel]) parts.push(await page.screenshot({ encoding: 'base64' }))
  const sheet = await browser.newPage()
  await sheet.setViewport(size)
  const images = parts.map((data) => `<img src="data:image/png;base64,${data}">`).join('')
  await sheet.setContent(`<style>body { margin: 0; display: flex } img { display: block }</style>${images}`)
  await sheet.screenshot({ path: join(output, `${name}.png`) as `${string}.png` })
  await sheet.close()
}

async function walk(demo: DemoBrowser): Promise<void> {
  await demo.chart.goto(`http://${demoHost}/patients/4812/patient_evaluations/77/edit?process=3`)
  const panel = await demo.openPanel()
  await text(panel, 'Sign in').wait()
  await signIn(panel, demoUser)
  await text(panel, 'Maya Okafor').wait()
  await take(demo, panel, '1-ready')
  await aria(panel, 'textbox', 'What happened').click()
  await panel.keyboard.sendCharacter(visit)
  await aria(panel, 'button', 'Choose a template').click()
  await aria(panel, 'radio', 'Individual Session Note').click()
  await take(demo, panel, '2-template')
  await aria(panel, 'button', 'Write the note').click()
  await text(panel, 'The note is ready.', waitMs).wait()
  await take(demo, panel, '3-note')
  await aria(panel, 'button', 'Fill page…').click()
  await text(panel, 'Fill ', waitMs).wait()
  await take(demo, panel, '4-plan')
}

const folder = await mkdtemp(join(tmpdir(), 'chartside-store-'))
await mkdir(output, { recursive: true })
await writeFile(join(folder, 'script.json'), '[]')
const server = await startServer(['--port', '0', '--data', join(folder, 'data'), '--demo'], {
  SPEECH_ENGINE: 'scripted',
  SPEECH_SCRIPT: join(folder, 'script.json'),
})
try {
  const demo = await openDemoBrowser({
    executablePath: await findBrowser(),
    extensionDir: await built('extension'),
    serverUrl: server.url,
    headless: true,
    microphone: fileURLToPath(new URL('../assets/demo/microphone.wav', import.meta.url)),
    profile: join(folder, 'profile'),
  })
  try {
    await walk(demo)
  } finally {
    await demo.browser.close()
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.stdout.write(`The pictures are in ${output}.\n`)
