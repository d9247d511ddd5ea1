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

export const ledger: Ledger = createLedger()

async function refusalFor(url: string, serverOf: () => Promise<string>): Promise<string | null> {
  const reading = await organisationPolicy.settled()
  const action: PolicyAction = { kind: 'connect', url, server: await serverOf() }
  return policyAllows(reading, action)
}

export const egressRefusal = (url: string): Promise<string | null> =>
  refusalFor(url, async () => (await storedSettings.read()).serverUrl)

export const door = createDoor({ ledger, refusal: egressRefusal })
const typedDoor = createDoor({ ledger, refusal: (url) => refusalFor(url, async () => url) })

type OpenOptions = Omit<ClientOptions, 'fetch' | 'send'>

export const openClient = (options: OpenOptions): Client => createClient({ ...options, send: door.send })

export const openSessionKeeper = (
  options: Omit<Parameters<typeof createSessionKeeper>[0], 'fetch' | 'send'>,
): SessionKeeper => createSessionKeeper({ ...options, send: door.send })

export const checkServer = (url: string, signal?: AbortSignal): Promise<ServerCheck> =>
  askServer(url, signal, (request) => typedDoor.send(request))
