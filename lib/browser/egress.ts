import {
  checkServer as askServer,
  type Client,
  type ClientOptions,
  createClient,
  createSessionKeeper,
  type ServerCheck,
  type SessionKeeper,
} from '../api/index.ts'
import { createDoor, createLedger, type Ledger } from '../egress/index.ts'
import { type PolicyAction, policyAllows } from '../policy/index.ts'
import { organisationPolicy } from './policy.ts'
import { storedSettings } from './stored.ts'

/**
 * The list of everything that the extension has sent, with the host to which it was sent. All pages of the extension
 * write into the same list.
 */
export const ledger: Ledger = createLedger()

/**
 * Waits until the policy of the organisation is known, if this package has to wait for it. Then returns why nothing may
 * be sent to this address, or null if sending is allowed. `serverOf`: returns the server in the settings.
 */
async function refusalFor(url: string, serverOf: () => Promise<string>): Promise<string | null> {
  const reading = await organisationPolicy.settled()
  const action: PolicyAction = { kind: 'connect', url, server: await serverOf() }
  return policyAllows(reading, action)
}

/**
 * Returns why nothing may be sent to this address with the present settings. Null: sending is allowed. Every request of
 * every page waits for this answer.
 */
export const egressRefusal = (url: string): Promise<string | null> =>
  refusalFor(url, async () => (await storedSettings.read()).serverUrl)

/**
 * Sends the requests of all pages of the extension, except those of the offscreen page, which cannot read the settings.
 */
export const door = createDoor({ ledger, refusal: egressRefusal })
/**
 * Sends requests to a server whose address the user has typed and not stored yet. The policy is checked as if this
 * server were already in the settings.
 */
const typedDoor = createDoor({ ledger, refusal: (url) => refusalFor(url, async () => url) })

type OpenOptions = Omit<ClientOptions, 'fetch' | 'send'>

/** Creates an API client whose requests are checked by the policy and listed in the ledger. */
export const openClient = (options: OpenOptions): Client => createClient({ ...options, send: door.send })

/** Creates a session keeper whose requests are checked by the policy and listed in the ledger. */
export const openSessionKeeper = (
  options: Omit<Parameters<typeof createSessionKeeper>[0], 'fetch' | 'send'>,
): SessionKeeper => createSessionKeeper({ ...options, send: door.send })

/** Asks a server for its name, version and providers. The request is checked by the policy and listed in the ledger. */
export const checkServer = (url: string, signal?: AbortSignal): Promise<ServerCheck> =>
  askServer(url, signal, (request) => typedDoor.send(request))
