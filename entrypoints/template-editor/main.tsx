import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { createPorts } from '../sidepanel/ports.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root.')

// The work of a visit belongs to the panel.
const ports = await createPorts({ draft: { read: async () => '', write: async () => undefined }, tabs: false })
// By itself: what only this page shows must not weigh on the panel, which shares its chunks.
const { TemplateTab } = await import('../../components/template/layout-tab.tsx')
createRoot(root).render(<TemplateTab ports={ports} />)
