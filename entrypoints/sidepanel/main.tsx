import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import '../../components/styles.ts'
import { loadFirstScreen, PanelApp } from '../../components/panel/app.tsx'
import { storedDraft } from '../../lib/browser/stored.ts'
import { createPorts } from './ports.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root.')

// Most who open the panel are signed in.
const firstScreen = loadFirstScreen()

const ports = await createPorts({ draft: storedDraft, tabs: true })
// Listening for the panel's whole life: moving between screens reads nothing anew.
for (const port of [ports.page, ports.settings, ports.sources, ports.recorder]) port.subscribe(() => undefined)
// Who is signed in decides the first screen; waiting for it saves drawing another one before.
const status = await new Promise<'signed-in' | 'signed-out'>((resolve) => {
  ports.account.subscribe((account) => {
    if (account.status !== 'unknown') resolve(account.status)
  })
})
if (status === 'signed-in') await firstScreen
// As a transition, React takes what is already loaded without showing a placeholder before it.
startTransition(() => createRoot(root).render(<PanelApp ports={ports} />))
