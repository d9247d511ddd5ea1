import type { Client, SessionKeeper } from '../api/index.ts'
import { type Endpoint, type Session, userEndpoints } from '../contracts/index.ts'
import { demandCall, type OutgoingCall, seatHeaders } from '../policy/index.ts'
import { openClient, openSessionKeeper } from './egress.ts'
import { organisationPolicy } from './policy.ts'
import { storedSession, storedSettings } from './stored.ts'

/**
 * Runs `task` with a lock that all pages of the extension share. Use this function for every change of the session or
 * of the server in the settings, so that two pages never change the session at the same time.
 */
export const withSession = <T>(task: () => Promise<T>): Promise<T> => navigator.locks.request('chartside.session', task)

/** Returns the server in the settings. Waits for the policy first, because the policy may set another server. */
async function baseUrl(): Promise<string> {
  await organisationPolicy.settled()
  return (await storedSettings.read()).serverUrl
}

/** Rejects if the organisation's policy does not allow a request. The client calls it before every request. */
async function demand(call: OutgoingCall): Promise<void> {
  const reading = await organisationPolicy.settled()
  demandCall(reading, call, (await storedSettings.read()).serverUrl)
}

const headers = async (endpoint: Endpoint) => seatHeaders(await organisationPolicy.read(), endpoint)

export const sessionKeeper: SessionKeeper = openSessionKeeper({
  baseUrl,
  storage: storedSession,
  exclusive: withSession,
  demand,
})

export const client: Client = openClient({
  baseUrl,
  credential: sessionKeeper.credential,
  isOnline: () => navigator.onLine,
  demand,
  headers,
  ended: sessionKeeper.ended,
})

export async function emailOf({ accessToken }: Session): Promise<string> {
  const credential = () => ({ authorization: `Bearer ${accessToken}`, key: '' })
  const { email } = await openClient({ baseUrl, credential, demand }).call(userEndpoints.getAccount, {})
  return email
}
