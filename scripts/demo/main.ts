// `npm start`: runs the server with demo data, and a browser with the extension and the demo chart. Without a display,
// the script also does the work of the user with `playJob`: it makes a note and fills the chart. It then checks the
// filled fields and ends.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { demoUser } from '../../server/services/seed.ts'
import { buildEmbed } from '../build-embed.ts'
import { build } from '../build-extension.ts'
import { buildPortal } from '../build-portal.ts'
import { findBrowser } from '../find-browser.ts'
import { root } from '../set-up.mjs'
import { ensureSpeechLibrary } from '../speech-library.ts'
import { openDemoBrowser } from './browser.ts'
import { playJob } from './job.ts'
import { startServer } from './server-process.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    data: { type: 'string', default: join(root, '.data/demo') },
    headless: { type: 'boolean', default: false },
  },
})
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const headless = values.headless || !hasDisplay || process.env.CI === 'true'
const pictures = join(root, '.output/demo')
const begun = performance.now()
const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`.padStart(8)
const say = (line: string) => console.log(line.startsWith(' ') ? line : `${seconds()}  ${line}`)

const executablePath = await findBrowser()
say('✓ A browser is there')
say(ensureSpeechLibrary() ? '✓ An offline speech engine is there' : '– No speech engine: recording will say so')
const extensionDir = await build('demo')
await buildPortal()
await buildEmbed()
say('✓ The extension, the portal and the embedded parts are built')
const server = await startServer(['--port', values.port, '--data', values.data, '--demo'])
say(`✓ The server listens on ${server.url}`)

const demo = await openDemoBrowser({
  executablePath,
  extensionDir,
  serverUrl: server.url,
  headless,
  microphone: headless ? join(root, 'assets/demo/microphone.wav') : null,
})
say('✓ The browser is open, with the extension in it')

if (headless) {
  try {
    const { planned, readBack, presses } = await playJob({ demo, person: demoUser, pictures, say })
    if (presses.length > 0) throw new Error(`Buttons of the chart were pressed: ${presses.join(', ')}.`)
    if (planned === 0 || readBack !== planned) throw new Error(`Only ${readBack} of ${planned} fields were read back.`)
    say(`✓ The whole job is done. Screenshots: ${pictures}`)
  } catch (error) {
    say(`✗ ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  } finally {
    await demo.browser.close()
    await server.stop()
  }
} else {
  await demo.chart.goto('http://demo.kipuworks.com/patients/4812/patient_evaluations/77/edit?process=3')
  say('Allow the microphone in the Welcome tab, then go to the tab with the chart.')
  say('Click the Chartside button at the right of the address bar.')
  say('The sign-in form is filled in: press Sign in. Close the browser to end.')
  demo.browser.once('disconnected', () => void server.stop().then(() => process.exit()))
}
