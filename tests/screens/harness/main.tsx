import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { LedgerPort } from '../../../components/account/ledger-words.ts'
import type { EgressPlace } from '../../../lib/egress/index.ts'
import '../../../components/styles.ts'
import { Options } from '../../../components/account/options.tsx'
import { PanelApp } from '../../../components/panel/app.tsx'
import { Welcome } from '../../../components/recording/welcome.tsx'
import { TemplateTab } from '../../../components/template/layout-tab.tsx'
import { Look } from '../../../components/ui/look.tsx'
import { EditFieldScene } from './edit-field.tsx'
import { memoryPorts, type Scene } from './ports.ts'
import { type Shown, scenes } from './scenes.ts'
import { GenerateFieldsScene, PhraseScene, TemplateEditorScene } from './template-editor.tsx'

const query = new URLSearchParams(location.search)
const scene = scenes[query.get('scene') ?? '']
const root = document.getElementById('root')
if (!scene || !root) throw new Error('No such scene.')
if (!location.hash) location.hash = scene.path
const played: Scene = { ...scene, settings: { colorScheme: 'light', ...scene.settings } }
const ports = memoryPorts(played)
// Switches between light and dark without losing the screen's state.
addEventListener('stage.scheme', (event) => {
  if (event instanceof CustomEvent) void ports.settings.update({ colorScheme: event.detail })
})
// Makes the server unreachable or reachable again while the screen is open.
addEventListener('stage.away', (event) => {
  if (event instanceof CustomEvent) played.away = event.detail
})
const unpinned = {
  subscribe(tell: (pinned: boolean) => void) {
    tell(false)
    return () => undefined
  },
}
const at = Date.UTC(2026, 0, 5, 12)
const sampleLedger = {
  read: async () => ({
    places: [
      { host: 'chartside.example', kind: 'sound', requests: 3, bytes: 5_760_000, firstAt: at, lastAt: at },
      { host: 'chartside.example', kind: 'notes', requests: 12, bytes: 3480, firstAt: at, lastAt: at },
    ] as const satisfies EgressPlace[],
    entries: [],
    erasures: [
      {
        ...{ id: 'erased', at, serverUrl: 'https://chartside.example', key: 'wrapped', words: true },
        told: { at, remains: [{ what: 'mark', until: null }] },
      } as const,
    ],
  }),
} satisfies LedgerPort
const sampleKeys = {
  list: async () => [
    { name: 'Open the panel', keys: 'Alt+Shift+C' },
    { name: 'Record a session, or finish it', keys: 'Alt+Shift+R' },
    { name: 'Dictate into the field of the page', keys: '' },
  ],
  change: async () => undefined,
}
const views: Record<Exclude<NonNullable<Shown['view']>, 'template-tab'>, () => ReactNode> = {
  welcome: () => <Welcome sources={ports.sources} toolbar={unpinned} ask={async () => undefined} />,
  options: () => (
    <Options
      recorder={ports.recorder}
      settings={ports.settings}
      sources={ports.sources}
      sites={ports.sites}
      policy={ports.policy}
      ledger={sampleLedger}
      keys={sampleKeys}
    />
  ),
  'template-editor': () => <TemplateEditorScene traits={scene.editor ?? {}} ports={ports} />,
  'generate-fields': () => <GenerateFieldsScene traits={scene.editor ?? {}} ports={ports} />,
  'confirm-phrase': () => <PhraseScene />,
  'edit-field': () => <EditFieldScene traits={scene.editField ?? { open: '' }} />,
}
createRoot(root).render(shown(scene.view))

function shown(view: Shown['view']): ReactNode {
  if (view === undefined) return <PanelApp ports={ports} />
  if (view === 'template-tab') return <TemplateTab ports={ports} />
  return <Look settings={ports.settings}>{views[view]()}</Look>
}
