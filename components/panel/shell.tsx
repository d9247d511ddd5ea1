import { type ReactNode, Suspense } from 'react'
import { Router, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import type { AccountState } from '../account/port.ts'
import { SignIn } from '../account/sign-in.tsx'
import { type Ports, PortsProvider, usePorts, useSubscribed } from '../ports.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { Look } from '../ui/look.tsx'
import { ServerProvider } from './reachability.tsx'
import { SessionProvider } from './session-provider.tsx'

const unknown: AccountState = { status: 'unknown' }

interface ShellProps {
  /** Stands at the head while there is nothing else to show yet. */
  title: string
  /** The screens of whoever is signed in. */
  children: (email: string) => ReactNode
}

/** What the screens of the panel stand in, beside the chart and in a tab: ports, the work at hand, and a door that asks who it is. */
export function Shell({ ports, ...shown }: ShellProps & { ports: Ports }) {
  return (
    <Look settings={ports.settings}>
      <PortsProvider ports={ports}>
        <ServerProvider>
          <SessionProvider>
            <Router hook={useHashLocation}>
              <Gate {...shown} />
            </Router>
          </SessionProvider>
        </ServerProvider>
      </PortsProvider>
    </Look>
  )
}

function Gate({ title, children }: ShellProps) {
  const account = useSubscribed(usePorts().account, unknown)
  const [location] = useLocation()
  const waiting = (
    <Frame head={<Head title={title} subtitle="" initials={null} />}>
      <LoadingCards />
    </Frame>
  )
  return (
    <ErrorBoundary resetKey={location}>
      <Suspense fallback={waiting}>
        {account.status === 'unknown' && waiting}
        {account.status === 'signed-out' && <SignIn ended={account.ended} />}
        {account.status === 'signed-in' && children(account.email)}
      </Suspense>
    </ErrorBoundary>
  )
}
