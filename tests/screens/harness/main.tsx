import { createRoot } from 'react-dom/client'
import '../../../components/styles.ts'
import { PanelApp } from '../../../components/panel/app.tsx'
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
createRoot(root).render(<PanelApp ports={ports} />)
