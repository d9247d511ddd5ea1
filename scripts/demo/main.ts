// `npm start`: runs the server with demo data, and a browser with the extension and the demo chart. Without a display,
// the script also does the work of the user with `playJob`: it makes a note and fills the chart. It then checks the
// filled fields and ends.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { demoUser } from '../../server/services/demo-user.ts'
import { buildIfChanged } from '../build-cache.ts'
import { extensionDir } from '../build-extension.ts'
import { portalDir } from '../build-portal.ts'
import { builds } from '../builds.ts'
import { findBrowser } from '../find-browser.ts'
import { root } from '../set-up.mjs'
import { ensureSpeechLibrary } from '../speech-library.ts'
import { type DemoBrowser, openDemoBrowser, showChart } from './browser.ts'
import { playJob } from './job.ts'
import { showProgress } from './progress.ts'
import { type ServerProcess, startServer } from './server-process.ts'

function readOptions() {
  try {
    const data = join(root, '.data/demo')
    return parseArgs({
      options: {
        port: { type: 'string', default: '8787' },
        data: { type: 'string', default: data },
        headless: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const values = readOptions()
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const headless = values.headless || !hasDisplay || process.env.CI === 'true'
const pictures = join(root, '.output/demo')
const { say, step, close } = showProgress(process.stdout, () => performance.now())

const build = (name: keyof typeof builds, what: string) =>
  step(
    `Building ${what}`,
    () => buildIfChanged(builds[name]),
    (isNew) => `${isNew ? 'Built' : 'Kept the last build of'} ${what}`,
  )

let server: Promise<ServerProcess> | undefined
let demo: Promise<DemoBrowser> | undefined

async function startEverything(): Promise<DemoBrowser> {
  const executablePath = await step('Finding a browser', findBrowser, () => 'A browser is there')
  say(ensureSpeechLibrary() ? '✓ An offline speech engine is there' : '– No speech engine: recording will say so')
  const extension = build('extension', 'the extension')
  // At its start, the server reads the embedded parts, and whether there is a folder for the portal.
  server = build('embed', 'the embedded parts').then(async () => {
    await mkdir(portalDir, { recursive: true })
    return step(
      'Starting the server',
      () => startServer(['--port', values.port, '--data', values.data, '--demo']),
      ({ url }) => `The server listens on ${url}`,
    )
  })
  const portal = server.then(() => build('portal', 'the portal'))
  demo = Promise.all([server, extension]).then(([{ url }]) =>
    step(
      'Opening the browser',
      () =>
        openDemoBrowser({
          executablePath,
          extensionDir: extensionDir('demo'),
          serverUrl: url,
          headless,
          microphone: headless ? join(root, 'assets/demo/microphone.wav') : null,
        }),
      () => 'The browser is open, with the extension in it',
    ),
  )
  const chart = demo.then((demoBrowser) =>
    step(
      'Opening the demo chart',
      () => showChart(demoBrowser),
      () => `The browser shows the demo chart, ${(performance.now() / 1000).toFixed(1)} s after the start`,
    ),
  )
  const [open] = await Promise.all([demo, chart, portal])
  return open
}

async function stopEverything(): Promise<void> {
  close()
  await demo?.then(({ browser }) => browser.close()).catch(() => undefined)
  await server?.then((each) => each.stop()).catch(() => undefined)
}

try {
  const open = await startEverything()
  if (headless) {
    const { planned: plannedCount, readBack, presses } = await playJob({ demo: open, person: demoUser, pictures, say })
    if (presses.length > 0) throw new Error(`Buttons of the chart were pressed: ${presses.join(', ')}.`)
    if (plannedCount === 0 || readBack !== plannedCount)
      throw new Error(`Only ${readBack} of ${plannedCount} fields were read back.`)
    say(`✓ The whole job is done. Screenshots: ${pictures}`)
    await stopEverything()
  } else {
    // The Welcome tab may have opened in front of the chart.
    await open.chart.bringToFront()
    say('Click the Chartside button at the right of the address bar.')
    say('The sign-in form is filled in: press Sign in.')
    say('Then use the example session of the patient. To record, allow the microphone in the Welcome tab first.')
    say('Close the browser to end.')
    // The browser may have been closed already.
    if (open.browser.connected) await new Promise((resolve) => open.browser.once('disconnected', resolve))
    await stopEverything()
    process.exit()
  }
} catch (error) {
  const [sentence, ...details] = sentenceOf(error).split('\n')
  // Repeats the sentence after a long output, so that it is read.
  say([`✗ ${sentence}`, ...details].join('\n'))
  if (details.length > 0) say(`✗ ${sentence}`)
  await stopEverything()
  process.exit(1)
}
