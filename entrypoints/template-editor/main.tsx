import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { toast } from '../../components/ui/toast.ts'
import { createAccount } from '../../lib/browser/account.ts'
import { client } from '../../lib/browser/api.ts'
import { createPage } from '../../lib/browser/page.ts'
import { createRecorder } from '../../lib/browser/recorder.ts'
import { createRecoveryPort } from '../../lib/browser/recovery.ts'
import { createSettings } from '../../lib/browser/settings.ts'
import { createSources } from '../../lib/browser/sources.ts'
import { storedSettings } from '../../lib/browser/stored.ts'
import { createTemplates } from '../../lib/browser/templates.ts'
import { loadExamples } from '../sidepanel/examples.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root.')

const ports = {
  client,
  recorder: createRecorder(),
  recovery: createRecoveryPort(),
  page: createPage(),
  account: createAccount(),
  settings: createSettings(await storedSettings.read()),
  sources: createSources((message) => toast('error', message)),
  // The work of a visit belongs to the panel.
  draft: { read: async () => '', write: async () => undefined },
  templates: createTemplates({ tabs: false }),
  examples: loadExamples,
}
// By itself: what only this page shows must not weigh on the panel, which shares its chunks.
const { TemplateTab } = await import('../../components/template/layout-tab.tsx')
createRoot(root).render(<TemplateTab ports={ports} />)
