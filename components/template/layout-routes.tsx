import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { TemplatesScreen } from './templates-screen.tsx'

// Loaded later, because the editor is larger than the list.
const LayoutScreen = lazy(async () => ({ default: (await import('./layout-screen.tsx')).LayoutScreen }))
const LayoutVersions = lazy(async () => ({ default: (await import('./layout-versions.tsx')).LayoutVersions }))
const LayoutGenerate = lazy(async () => ({ default: (await import('./layout-generate.tsx')).LayoutGenerate }))

/** The template screens: list, one template, its versions, and generating fields. */
export function TemplateRoutes({ email }: { email: string }) {
  return (
    <Switch>
      <Route path="/templates/:id/versions">{({ id }) => <LayoutVersions key={id} id={id} email={email} />}</Route>
      <Route path="/templates/:id/generate">{({ id }) => <LayoutGenerate key={id} id={id} email={email} />}</Route>
      <Route path="/templates/:id">{({ id }) => <LayoutScreen key={id} id={id} email={email} />}</Route>
      <Route>
        <TemplatesScreen email={email} />
      </Route>
    </Switch>
  )
}
