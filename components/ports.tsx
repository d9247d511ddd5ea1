import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import type { Client } from '../lib/api/index.ts'
import type { ExampleSession } from '../lib/contracts/index.ts'
import type { Recorder, RecoveryPort } from '../lib/transcript/recording-state.ts'
import type { AccountPort } from './account/port.ts'
import type { SettingsPort } from './account/settings-port.ts'
import type { PagePort } from './page/port.ts'
import type { SitesPort } from './page/sites-port.ts'
import type { SourcesPort } from './recording/sources-port.ts'
import type { TemplatesPort } from './template/layout-port.ts'

/** Everything the screens take from outside; a door joins them to the browser, a test to memory. */
export interface Ports {
  client: Client
  recorder: Recorder
  /** Recordings that did not come to their end. */
  recovery: RecoveryPort
  page: PagePort
  sites: SitesPort
  account: AccountPort
  settings: SettingsPort
  sources: SourcesPort
  /** Keeps what was typed and not yet sent, so that closing the panel loses nothing. */
  draft: { read(): Promise<string>; write(text: string): Promise<void> }
  templates: TemplatesPort
  /** The four bundled demo visits. */
  examples: () => Promise<ExampleSession[]>
}

const PortsContext = createContext<Ports | null>(null)

export function PortsProvider({ ports, children }: { ports: Ports; children: ReactNode }) {
  return <PortsContext value={ports}>{children}</PortsContext>
}

/** The ports of this app. Throws outside a `PortsProvider`. */
export function usePorts(): Ports {
  const ports = useContext(PortsContext)
  if (!ports) throw new Error('No ports: wrap the app in PortsProvider.')
  return ports
}

/** A port that tells its present state at once and at every change. */
export interface Subscribable<State> {
  subscribe(listener: (state: State) => void): () => void
}

/** What a port says now. Cheap where somebody listens all along, as a door does for the life of its page. */
function presentOf<State>(port: Subscribable<State>, initial: State): State {
  let state = initial
  port.subscribe((told) => {
    state = told
  })()
  return state
}

/** The present state of a port; `initial` where it has not spoken yet. */
export function useSubscribed<State>(port: Subscribable<State>, initial: State): State {
  const [state, setState] = useState(() => presentOf(port, initial))
  useLayoutEffect(() => port.subscribe(setState), [port])
  return state
}
