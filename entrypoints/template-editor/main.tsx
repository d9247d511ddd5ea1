import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { createPorts } from '../sidepanel/ports.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')

const ports = await createPorts({ tabs: false })
// Loaded dynamically: a static import would add this page's code to the chunks that the side panel also loads.
const { TemplateTab } = await import('../../components/template/layout-tab.tsx')
createRoot(root).render(<TemplateTab ports={ports} />)
