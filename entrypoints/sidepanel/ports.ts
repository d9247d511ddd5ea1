import type { Ports } from '../../components/ports.tsx'
import { toast } from '../../components/ui/toast.ts'
import { createAccount } from '../../lib/browser/account.ts'
import { client } from '../../lib/browser/api.ts'
import { pageBox, panelBox } from '../../lib/browser/boxes.ts'
import { createSites } from '../../lib/browser/kept-sites.ts'
import { createPage } from '../../lib/browser/page.ts'
import { createRecorder } from '../../lib/browser/recorder.ts'
import { createRecoveryPort } from '../../lib/browser/recovery.ts'
import { createSettings } from '../../lib/browser/settings.ts'
import { createSources } from '../../lib/browser/sources.ts'
import { storedSettings } from '../../lib/browser/stored.ts'
import { createTemplates } from '../../lib/browser/templates.ts'
import { loadExamples } from './examples.ts'

/** The demo's account (`scripts/build-extension.ts`). A build for the stores has none. */
const demo =
  import.meta.env.MODE === 'demo'
    ? { email: import.meta.env.WXT_DEMO_EMAIL ?? '', password: import.meta.env.WXT_DEMO_PASSWORD ?? '' }
    : null

/** What screens need of the browser, in any page of the extension. `tabs`: in the panel, where a template may be opened in a tab of its own. */
export const createPorts = async ({ draft, tabs }: { draft: Ports['draft']; tabs: boolean }): Promise<Ports> => {
  const [settings, box] = await Promise.all([storedSettings.read(), tabs ? panelBox() : pageBox])
  return {
    client,
    recorder: createRecorder(box),
    recovery: createRecoveryPort(box),
    page: createPage(),
    sites: createSites(),
    account: { ...createAccount(), demo },
    settings: createSettings(settings),
    sources: createSources((message) => toast('error', message)),
    draft,
    templates: createTemplates({ tabs }),
    examples: loadExamples,
  }
}
