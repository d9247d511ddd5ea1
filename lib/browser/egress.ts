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

/** What the extension has sent, and where. All pages of the extension write into the same ledger. */
export const ledger: Ledger = createLedger()

/** Returns why nothing may be sent to this address. `server`: the server that is set. Null: it may be sent. */
async function refusalFor(url: string, server: string): Promise<string | null> {
  const action: PolicyAction = { kind: 'connect', url, server }
  return policyAllows(await organisationPolicy.read(), action)
}

/** Returns why nothing may be sent to this address with the present settings. Null: it may be sent. */
export const egressRefusal = async (url: string): Promise<string | null> =>
  refusalFor(url, (await storedSettings.read()).serverUrl)

/** The way out of all pages of the extension except the offscreen page. */
export const door = createDoor({ ledger, refusal: egressRefusal })
/** A person types the address of a server before it is in the settings, so it names itself. */
const typedDoor = createDoor({ ledger, refusal: (url) => refusalFor(url, url) })

type OpenOptions = Omit<ClientOptions, 'fetch' | 'send'>

/** The same as `createClient`, through the door. */
export const openClient = (options: OpenOptions): Client => createClient({ ...options, send: door.send })

/** The same as `createSessionKeeper`, through the door. */
export const openSessionKeeper = (
  options: Omit<Parameters<typeof createSessionKeeper>[0], 'fetch' | 'send'>,
): SessionKeeper => createSessionKeeper({ ...options, send: door.send })

/** The same as `checkServer`, through the door. */
export const checkServer = (url: string, signal?: AbortSignal): Promise<ServerCheck> =>
  askServer(url, signal, (request) => typedDoor.send(request))
