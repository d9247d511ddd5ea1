import '../components/ui/trusted-types.ts'
import { createRoot } from 'react-dom/client'
import './styles.ts'
import { PortalApp } from './portal-app.tsx'
import { createPortalPorts } from './ports.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')

createRoot(root).render(<PortalApp ports={createPortalPorts()} />)
