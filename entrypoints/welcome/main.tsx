import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { AfterPolicy } from '../../components/account/after-policy.tsx'
import { Welcome } from '../../components/recording/welcome.tsx'
import { Look } from '../../components/ui/look.tsx'
import { toast } from '../../components/ui/toast.ts'
import { createPolicy, demandAllowed, organisationPolicy } from '../../lib/browser/policy.ts'
import { createSettings } from '../../lib/browser/settings.ts'
import { createSources } from '../../lib/browser/sources.ts'
import { storedSettings } from '../../lib/browser/stored.ts'
import { createToolbar } from '../../lib/browser/toolbar.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')

async function ask(): Promise<void> {
  await demandAllowed({ kind: 'capture', source: 'microphone' })
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  for (const track of stream.getTracks()) track.stop()
}

const settings = createSettings(await storedSettings.read())
const policy = createPolicy(await organisationPolicy.read())
const toolbar = createToolbar()
const sources = createSources((message) => toast('error', message))
createRoot(root).render(
  <Look settings={settings}>
    <AfterPolicy policy={policy}>
      <Welcome sources={sources} toolbar={toolbar} ask={ask} />
    </AfterPolicy>
  </Look>,
)
