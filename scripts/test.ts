// Everything: verify, then server, pages and screens, then the main job end to end in a real browser.
import { build } from './build-extension.ts'
import { ensureEditorPackages } from './editor-packages.ts'
import { findBrowser } from './find-browser.ts'
import { ensureLanguageData } from './language-data.ts'
import { ensureSpeechLibrary } from './speech-library.ts'
import { runSteps } from './steps.ts'

await import('./verify.ts')
process.env.CHROME_PATH = await findBrowser()
ensureSpeechLibrary()
ensureLanguageData()
ensureEditorPackages()
await build('demo')
await runSteps([
  ['server tests', 'vitest', 'run', '--project', 'server'],
  ['pages and screens', 'vitest', 'run', '--project', 'pages', '--project', 'screens'],
  ['sound', 'vitest', 'run', '--project', 'sound'],
  ['the main job, end to end', 'vitest', 'run', '--project', 'e2e'],
])
