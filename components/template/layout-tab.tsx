import { lazy, Suspense } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import type { AccountState } from '../account/port.ts'
import { SignIn } from '../account/sign-in.tsx'
import { ServerProvider } from '../panel/reachability.tsx'
import { SessionProvider } from '../panel/session-provider.tsx'
import { type Ports, PortsProvider, usePorts, useSubscribed } from '../ports.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { Look } from '../ui/look.tsx'

const TemplateRoutes = lazy(async () => ({ default: (await import('./layout-routes.tsx')).TemplateRoutes }))
const unknown: AccountState = { status: 'unknown' }

/** The templates in a tab of their own, as wide as it is. */
export function TemplateTab({ ports }: { ports: Ports }) {
  return (
    <Look settings={ports.settings}>
      <PortsProvider ports={ports}>
        <ServerProvider>
          <SessionProvider>
            <Router hook={useHashLocation}>
              <Gate />
            </Router>
          </SessionProvider>
        </ServerProvider>
      </PortsProvider>
    </Look>
  )
}

function Waiting() {
  return (
    <Frame head={<Head title="Templates" subtitle="" initials={null} />}>
      <LoadingCards />
    </Frame>
  )
}

function Gate() {
  const account = useSubscribed(usePorts().account, unknown)
  const [location] = useLocation()
  return (
    <ErrorBoundary resetKey={location}>
      <Suspense fallback={<Waiting />}>
        {account.status === 'unknown' && <Waiting />}
        {account.status === 'signed-out' && <SignIn ended={account.ended} />}
        {account.status === 'signed-in' && (
          <Switch>
            <Route path="/templates/*?">
              <TemplateRoutes email={account.email} />
            </Route>
            <Route>
              <Redirect to="/templates" />
            </Route>
          </Switch>
        )}
      </Suspense>
    </ErrorBoundary>
  )
}
