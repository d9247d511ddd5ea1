import type { Ports } from '../../components/ports.tsx'
import { loadExamples } from '../../components/recording/examples.ts'
import { toast } from '../../components/ui/toast.ts'
import { createAccount } from '../../lib/browser/account.ts'
import { client } from '../../lib/browser/api.ts'
import { pageBox, panelBox } from '../../lib/browser/boxes.ts'
import { createSites } from '../../lib/browser/kept-sites.ts'
import { knownDirectory } from '../../lib/browser/known-directory.ts'
import { createPage } from '../../lib/browser/page.ts'
import { createPolicy, organisationPolicy } from '../../lib/browser/policy.ts'
import { createRecorder } from '../../lib/browser/recorder.ts'
import { createRecoveryPort } from '../../lib/browser/recovery.ts'
import { createSettings } from '../../lib/browser/settings.ts'
import { createSources } from '../../lib/browser/sources.ts'
import { storedSettings } from '../../lib/browser/stored.ts'
import { createTemplates } from '../../lib/browser/templates.ts'

/** The account of the demo build (see `scripts/build-extension.ts`). Null in builds for the extension stores. */
const demo =
  import.meta.env.MODE === 'demo'
    ? { email: import.meta.env.WXT_DEMO_EMAIL ?? '', password: import.meta.env.WXT_DEMO_PASSWORD ?? '' }
    : null

/**
 * Creates the functions through which the screens use the browser and the server, for any page of the extension.
 * `tabs`: true in the side panel, which can open a template in a separate tab.
 */
export const createPorts = async ({ draft, tabs }: { draft: Ports['draft']; tabs: boolean }): Promise<Ports> => {
  const [settings, policy, box] = await Promise.all([
    storedSettings.read(),
    organisationPolicy.read(),
    tabs ? panelBox() : pageBox,
  ])
  return {
    client,
    recorder: createRecorder(box),
    recovery: createRecoveryPort(box),
    page: createPage(),
    sites: createSites(),
    account: { ...createAccount(), demo },
    settings: createSettings(settings),
    policy: createPolicy(policy),
    sources: createSources((message) => toast('error', message)),
    draft,
    templates: createTemplates({ tabs }),
    knownDirectory,
    examples: loadExamples,
  }
}
