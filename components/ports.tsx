import { createContext, type ReactNode, useContext } from 'react'
import type { Client } from '../lib/api/index.ts'
import type { DirectorySettings, ExampleSession, PolicyConsent } from '../lib/contracts/index.ts'
import type { PolicyReading } from '../lib/policy/index.ts'
import type { Recorder, RecoveryPort } from '../lib/transcript/recording-state.ts'
import type { AccountPort } from './account/port.ts'
import type { SettingsPort } from './account/settings-port.ts'
import type { PagePort } from './page/port.ts'
import type { SitesPort } from './page/sites-port.ts'
import type { SourcesPort } from './recording/sources-port.ts'
import type { Subscribable } from './subscribable.ts'
import type { TemplatesPort } from './template/layout-port.ts'

/** What the panel needs of the settings of a directory. */
export interface KnownDirectory extends Pick<DirectorySettings, 'allowedHosts' | 'language'> {
  consent: PolicyConsent | null
}

/** What panel and portal both need from outside. */
export interface SharedPorts {
  client: Client
  account: AccountPort
  settings: SettingsPort
  /** What the browser's administrator has set. */
  policy: Subscribable<PolicyReading>
}

/**
 * Everything the screens of the panel need from outside. The entry points connect these ports to the browser, the tests
 * to in-memory versions.
 */
export interface Ports extends SharedPorts {
  recorder: Recorder
  /** Recordings that were not finished. */
  recovery: RecoveryPort
  page: PagePort
  sites: SitesPort
  sources: SourcesPort
  /** Stores text that was typed but not sent, so that closing the panel loses nothing. */
  draft: {
    read(): Promise<string>
    write(text: string): Promise<void>
    /** When a text was last erased because the organisation does not allow to keep it, in epoch milliseconds. */
    erasedAt(): Promise<number | null>
  }
  templates: TemplatesPort
  /**
   * What the settings of the directory say, as the server has last answered. For times without a network, and for the
   * parts of the extension that never ask the server. Null: the user acts in no directory.
   */
  knownDirectory: { read(): Promise<KnownDirectory | null>; write(known: KnownDirectory | null): Promise<void> }
  /** The four bundled demo visits. */
  examples: () => Promise<ExampleSession[]>
}

const PortsContext = createContext<Ports | null>(null)
const SharedPortsContext = createContext<SharedPorts | null>(null)

export function PortsProvider({ ports, children }: { ports: Ports; children: ReactNode }) {
  return (
    <PortsContext value={ports}>
      <SharedPortsProvider ports={ports}>{children}</SharedPortsProvider>
    </PortsContext>
  )
}

/** Gives the ports to the screens that the portal also shows. */
export function SharedPortsProvider({ ports, children }: { ports: SharedPorts; children: ReactNode }) {
  return <SharedPortsContext value={ports}>{children}</SharedPortsContext>
}

/** Returns the ports that panel and portal share. Throws outside a provider. */
export function useSharedPorts(): SharedPorts {
  const ports = useContext(SharedPortsContext)
  if (!ports) throw new Error('No ports: wrap the app in PortsProvider or SharedPortsProvider.')
  return ports
}

/** Returns the ports of the panel. Throws outside a `PortsProvider`. */
export function usePorts(): Ports {
  const ports = useContext(PortsContext)
  if (!ports) throw new Error('No ports: wrap the app in PortsProvider.')
  return ports
}
