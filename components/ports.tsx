import { createContext, type ReactNode, useContext } from 'react'
import type { Client } from '../lib/api/index.ts'
import type { ExampleSession, PolicyConsent, WorkRules } from '../lib/contracts/index.ts'
import type { Person } from '../lib/contracts/person.ts'
import type { PolicyReading } from '../lib/policy/index.ts'
import type { KnownVisit } from '../lib/transcript/known-visit.ts'
import type { Recorder, RecoveryPort } from '../lib/transcript/recording-state.ts'
import type { AccountPort } from './account/port.ts'
import type { SettingsPort } from './account/settings-port.ts'
import type { PagePort } from './page/port.ts'
import type { SitesPort } from './page/sites-port.ts'
import type { SourcesPort } from './recording/sources-port.ts'
import type { Subscribable } from './subscribable.ts'
import type { TemplatesPort } from './template/layout-port.ts'

/** The rules of the person's directories that the panel needs. */
export interface KnownDirectory extends Pick<WorkRules, 'allowedHosts' | 'language'> {
  /** The directory in which the person works. Absent: none, or an earlier version has stored the rules. */
  directoryId?: string | undefined
  consent: PolicyConsent | null
}

/** The connections to the browser and to the server that panel and portal both need. */
export interface SharedPorts {
  client: Client
  account: AccountPort
  settings: SettingsPort
  policy: Subscribable<PolicyReading>
}

/**
 * Stores text that was typed but not sent, so that closing the panel loses nothing. A draft belongs to one person and
 * to one panel. The panels of two windows have separate drafts, because each window can show the chart of another
 * patient.
 */
interface DraftPort {
  read(person: Person): Promise<string>
  /**
   * Call `read` for this person first. Otherwise the text could replace an earlier draft that was not read. The text is
   * stored even if the page is closed immediately after the call.
   */
  write(person: Person, text: string): Promise<void>
  /** Erases the drafts of this person in all panels. */
  erase(person: Person): Promise<void>
  /**
   * When a text was last erased because the organisation limits how long text is kept, in epoch milliseconds. Null: no
   * text was erased for this reason.
   */
  erasedAt(person: Person): Promise<number | null>
  /**
   * Returns the drafts of this person whose panel does not exist any more. A draft that an earlier version of Chartside
   * stored may belong to another person, so check the owner with `readDraft`.
   */
  lost(person: Person): Promise<{ id: string; text: string }[]>
  /** Removes a lost draft and returns its text. Null: another panel has taken it. */
  take(id: string): Promise<string | null>
}

/** `none`: the browser finds no newer version. `busy`: something is recorded or sent, or typed words wait. */
export type UpdateOutcome = 'installing' | 'none' | 'busy'

/**
 * What this computer knows of the visits that one person has recorded here, until the browser closes. The server does
 * not store these data with a transcript.
 */
interface VisitsPort {
  read(person: Person): Promise<KnownVisit[]>
  /** Stores a visit, or replaces the stored one with the same transcript. */
  add(person: Person, visit: KnownVisit): Promise<void>
}

/**
 * Everything the screens of the panel need from outside. The entry points connect these ports to the browser, the tests
 * to in-memory versions.
 */
export interface Ports extends SharedPorts {
  recorder: Recorder
  recovery: RecoveryPort
  page: PagePort
  sites: SitesPort
  sources: SourcesPort
  draft: DraftPort
  visits: VisitsPort
  templates: TemplatesPort
  /**
   * The rules of the person's directories, as the server last returned them. They are used without a network, and by
   * parts of the extension that never call the server. Null: nothing is stored yet.
   */
  knownDirectory: { read(): Promise<KnownDirectory | null>; write(known: KnownDirectory | null): Promise<void> }
  /** Asks the browser for a newer version of the extension, and installs it unless it would lose something. */
  installUpdate(): Promise<UpdateOutcome>
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
