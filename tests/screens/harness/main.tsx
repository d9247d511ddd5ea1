import { createRoot } from 'react-dom/client'
import '../../../components/styles.ts'
import { Options } from '../../../components/account/options.tsx'
import { PanelApp } from '../../../components/panel/app.tsx'
import { Welcome } from '../../../components/recording/welcome.tsx'
import { Look } from '../../../components/ui/look.tsx'
import { memoryPorts, type Scene } from './ports.ts'
import { scenes } from './scenes.ts'

const query = new URLSearchParams(location.search)
const scene = scenes[query.get('scene') ?? '']
const root = document.getElementById('root')
if (!scene || !root) throw new Error('No such scene.')
if (!location.hash) location.hash = scene.path
const played: Scene = { ...scene, settings: { colorScheme: 'light', ...scene.settings } }
const ports = memoryPorts(played)
// The stage turns the lights on and off without losing the screen's state.
addEventListener('stage.scheme', (event) => {
  if (event instanceof CustomEvent) void ports.settings.update({ colorScheme: event.detail })
})
// A server that goes away or comes back while the screen stands.
addEventListener('stage.away', (event) => {
  if (event instanceof CustomEvent) played.away = event.detail
})
createRoot(root).render(
  scene.view ? (
    <Look settings={ports.settings}>
      {scene.view === 'welcome' ? (
        <Welcome sources={ports.sources} ask={async () => undefined} />
      ) : (
        <Options settings={ports.settings} sources={ports.sources} />
      )}
    </Look>
  ) : (
    <PanelApp ports={ports} />
  ),
)
