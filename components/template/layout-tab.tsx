import { lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { SeatGate } from '../panel/seat-gate.tsx'
import { Shell } from '../panel/shell.tsx'
import type { Ports } from '../ports.tsx'

const TemplateRoutes = lazy(async () => ({ default: (await import('./layout-routes.tsx')).TemplateRoutes }))

export function TemplateTab({ ports }: { ports: Ports }) {
  return (
    <Shell ports={ports} title="Templates">
      {({ email }) => (
        <SeatGate email={email} hasAccount={false}>
          <Switch>
            <Route path="/templates/*?">
              <TemplateRoutes email={email} />
            </Route>
            <Route>
              <Redirect to="/templates" />
            </Route>
          </Switch>
        </SeatGate>
      )}
    </Shell>
  )
}
