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

/** Returns why nothing may be sent to this address. Null: sending is allowed. `server`: the server in the settings. */
async function refusalFor(url: string, server: string): Promise<string | null> {
  const action: PolicyAction = { kind: 'connect', url, server }
  return policyAllows(await organisationPolicy.read(), action)
}

/** Returns why nothing may be sent to this address with the present settings. Null: sending is allowed. */
export const egressRefusal = async (url: string): Promise<string | null> =>
  refusalFor(url, (await storedSettings.read()).serverUrl)

/**
 * Sends the requests of all pages of the extension, except those of the offscreen page, which cannot read the settings.
 */
export const door = createDoor({ ledger, refusal: egressRefusal })
/**
 * Sends requests to a server whose address the user has typed and not stored yet. The policy is checked as if this
 * server were already in the settings.
 */
const typedDoor = createDoor({ ledger, refusal: (url) => refusalFor(url, url) })

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
