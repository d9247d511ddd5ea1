import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { loadFirstScreen, PanelApp } from '../../components/panel/app.tsx'
import { createPorts } from './ports.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')

// Start loading the screen of a signed-in user before the sign-in state is known, because most users are signed in and
// see this screen first.
const firstScreen = loadFirstScreen()

const ports = await createPorts({ tabs: true })
// Stay subscribed as long as the panel is open. Otherwise these states would be read again at each change of the
// screen.
for (const port of [ports.page, ports.settings, ports.policy, ports.sources, ports.recorder])
  port.subscribe(() => undefined)
// The first screen depends on the sign-in state. Wait for this state, so that the wrong screen is never shown first.
const status = await new Promise<'signed-in' | 'signed-out'>((resolve) => {
  ports.account.subscribe((account) => {
    if (account.status !== 'unknown') resolve(account.status)
  })
})
if (status === 'signed-in') await firstScreen
// In a transition, React renders the loaded screen at once. Without it, the Suspense fallback would appear first.
startTransition(() => createRoot(root).render(<PanelApp ports={ports} />))
