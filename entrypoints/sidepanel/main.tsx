import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { PanelApp } from '../../components/panel/app.tsx'
import { toast } from '../../components/ui/toasts.tsx'
import { createAccount } from '../../lib/browser/account.ts'
import { client } from '../../lib/browser/api.ts'
import { createPage } from '../../lib/browser/page.ts'
import { createRecorder } from '../../lib/browser/recorder.ts'
import { createSettings } from '../../lib/browser/settings.ts'
import { createSources } from '../../lib/browser/sources.ts'
import { storedDraft, storedSettings } from '../../lib/browser/stored.ts'
import { loadExamples } from './examples.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root.')

const ports = {
  client,
  recorder: createRecorder(),
  page: createPage(),
  account: createAccount(),
  settings: createSettings(await storedSettings.read()),
  sources: createSources((message) => toast('error', message)),
  draft: storedDraft,
  examples: loadExamples,
}
createRoot(root).render(<PanelApp ports={ports} />)
