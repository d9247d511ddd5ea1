import { createRoot } from 'react-dom/client'
import '../../../components/styles.ts'
import { PanelApp } from '../../../components/panel/app.tsx'
import { memoryPorts } from './ports.ts'
import { scenes } from './scenes.ts'

const query = new URLSearchParams(location.search)
const scene = scenes[query.get('scene') ?? '']
const root = document.getElementById('root')
if (!scene || !root) throw new Error('No such scene.')
if (!location.hash) location.hash = scene.path
const colorScheme = query.get('scheme') === 'dark' ? 'dark' : 'light'
createRoot(root).render(<PanelApp ports={memoryPorts({ settings: { colorScheme }, ...scene })} />)
