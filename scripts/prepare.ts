// `node scripts/prepare.ts system`: installs what the tests need from the system's packages. `… packages`: installs the
// packages that only the tests need. Both do nothing for what is already there.
import { ensureExamplePrograms, ensurePerlClient } from './example-programs.ts'
import { findBrowser } from './find-browser.ts'
import { findFirefox } from './find-firefox.ts'
import { ensureFontSets } from './font-sets.ts'
import { ensureLanguageData } from './language-data.ts'
import { ensureNats } from './nats.ts'
import { ensurePooler } from './pooler.ts'
import { ensurePrometheus } from './prometheus.ts'
import { ensureProxies } from './proxies.ts'
import {
  ensureEditorPackages,
  ensureGeneratorPackages,
  ensureLibraryPackages,
  ensureS3Packages,
} from './separate-packages.ts'
import { ensureSoundDecoder } from './sound-decoder.ts'
import { ensureSpeechLibrary } from './speech-library.ts'

const parts: Record<string, () => Promise<void>> = {
  async system() {
    await findBrowser()
    findFirefox()
    if (process.platform === 'linux') ensureFontSets()
    ensureSpeechLibrary()
    ensureNats()
    ensurePooler()
    ensurePrometheus()
    ensureProxies()
    ensureExamplePrograms()
    ensurePerlClient()
    ensureLanguageData()
    await ensureSoundDecoder()
  },
  async packages() {
    ensureEditorPackages()
    ensureLibraryPackages()
    ensureGeneratorPackages()
    ensureS3Packages()
  },
}
const [name = ''] = process.argv.slice(2)
const part = parts[name]
if (part === undefined) throw new Error(`Name a part: ${Object.keys(parts).join(' or ')}.`)
await part()
