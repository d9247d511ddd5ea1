import type { Ports } from '../../components/ports.tsx'
import { loadExamples } from '../../components/recording/examples.ts'
import { toast } from '../../components/ui/toast.ts'
import { createAccount } from '../../lib/browser/account.ts'
import { client } from '../../lib/browser/api.ts'
import { holdPanel, pageBox, panelBox } from '../../lib/browser/boxes.ts'
import { draftOfPanel } from '../../lib/browser/drafts.ts'
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
import { installUpdate } from '../../lib/browser/update.ts'
import { storedVisits } from '../../lib/browser/visits.ts'

/** The account of the demo build (see `scripts/build-extension.ts`). Null in builds for the extension stores. */
const demo =
  import.meta.env.MODE === 'demo'
    ? { email: import.meta.env.WXT_DEMO_EMAIL ?? '', password: import.meta.env.WXT_DEMO_PASSWORD ?? '' }
    : null

// Only the side panel may change the draft of a visit, so other pages neither read nor write it.
const noDraft: Ports['draft'] = {
  read: async () => '',
  write: async () => undefined,
  erase: async () => undefined,
  erasedAt: async () => null,
  lost: async () => [],
  take: async () => null,
}

/**
 * Creates the functions through which the screens use the browser and the server, for any page of the extension.
 * `tabs`: true in the side panel, which can open a template in a separate tab, and stores the draft of a visit.
 */
export const createPorts = async ({ tabs }: { tabs: boolean }): Promise<Ports> => {
  const [settings, policy, box] = await Promise.all([
    storedSettings.read(),
    organisationPolicy.read(),
    tabs ? panelBox() : pageBox,
  ])
  if (tabs) holdPanel(box)
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
    draft: tabs ? draftOfPanel(box) : noDraft,
    visits: storedVisits,
    templates: createTemplates({ tabs }),
    knownDirectory,
    installUpdate,
    examples: loadExamples,
  }
}
