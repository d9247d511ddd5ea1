import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { AfterPolicy } from '../../components/account/after-policy.tsx'
import { Options } from '../../components/account/options.tsx'
import { Look } from '../../components/ui/look.tsx'
import { toast } from '../../components/ui/toast.ts'
import { pageBox } from '../../lib/browser/boxes.ts'
import { changeKeys, commandKeys } from '../../lib/browser/commands.ts'
import { createSites } from '../../lib/browser/kept-sites.ts'
import { createLedgerPort } from '../../lib/browser/ledger.ts'
import { createPolicy, organisationPolicy } from '../../lib/browser/policy.ts'
import { createRecorder } from '../../lib/browser/recorder.ts'
import { createSettings } from '../../lib/browser/settings.ts'
import { createSources } from '../../lib/browser/sources.ts'
import { storedSettings } from '../../lib/browser/stored.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')

const settings = createSettings(await storedSettings.read())
const policy = createPolicy(await organisationPolicy.read())
const sources = createSources((message) => toast('error', message))
createRoot(root).render(
  <Look settings={settings}>
    <AfterPolicy policy={policy}>
      <Options
        recorder={createRecorder(pageBox)}
        settings={settings}
        sources={sources}
        sites={createSites()}
        policy={policy}
        ledger={createLedgerPort()}
        keys={{ list: commandKeys, change: changeKeys }}
      />
    </AfterPolicy>
  </Look>,
)
