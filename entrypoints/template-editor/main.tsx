import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { createPorts } from '../sidepanel/ports.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')

// Only the side panel may change the draft of a visit, so this page neither reads nor writes it.
const noDraft = { read: async () => '', write: async () => undefined, erasedAt: async () => null }
const ports = await createPorts({ draft: noDraft, tabs: false })
// Loaded dynamically: a static import would add this page's code to the chunks that the side panel also loads.
const { TemplateTab } = await import('../../components/template/layout-tab.tsx')
createRoot(root).render(<TemplateTab ports={ports} />)
