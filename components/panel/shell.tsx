import { type ReactNode, Suspense } from 'react'
import { Router, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import type { Person } from '../../lib/contracts/person.ts'
import { AfterPolicy } from '../account/after-policy.tsx'
import type { AccountState } from '../account/port.ts'
import { SignIn } from '../account/sign-in.tsx'
import { type Ports, PortsProvider, usePorts } from '../ports.tsx'
import { useSubscribed } from '../subscribable.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { Frame, Head } from '../ui/frame.tsx'
import { Look } from '../ui/look.tsx'
import { AccountScope } from './account-scope.tsx'

const unknown: AccountState = { status: 'unknown' }

interface ShellProps {
  /** Shown in the head until a screen is loaded. */
  title: string
  /** Renders the screens for the signed-in user. */
  children: (person: Person) => ReactNode
}

/** Wraps the screens, both in the panel and in a tab: ports, the user's session, and the sign-in check. */
export function Shell({ ports, ...screens }: ShellProps & { ports: Ports }) {
  return (
    <Look settings={ports.settings}>
      <AfterPolicy policy={ports.policy}>
        <PortsProvider ports={ports}>
          <AccountScope>
            <Router hook={useHashLocation}>
              <Gate {...screens} />
            </Router>
          </AccountScope>
        </PortsProvider>
      </AfterPolicy>
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
        {account.status === 'signed-in' && children(account)}
      </Suspense>
    </ErrorBoundary>
  )
}
