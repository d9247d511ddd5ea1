import type { Client, SessionKeeper } from '../api/index.ts'
import { type Session, userEndpoints } from '../contracts/index.ts'
import { demandCall, type OutgoingCall } from '../policy/index.ts'
import { openClient, openSessionKeeper } from './egress.ts'
import { organisationPolicy } from './policy.ts'
import { storedSession, storedSettings } from './stored.ts'

/**
 * Runs a task under a lock that all pages of the extension share. Use it for every change of the session or of its
 * server, so that two pages never change the session at the same time.
 */
export const withSession = <T>(task: () => Promise<T>): Promise<T> => navigator.locks.request('chartside.session', task)

const baseUrl = async () => (await storedSettings.read()).serverUrl

/** Refuses every request that the organisation's policy does not allow. */
const demand = async (call: OutgoingCall) => demandCall(await organisationPolicy.read(), call, await baseUrl())

/** The session of this browser profile. Only one token refresh runs at a time over panel, worker and options page. */
export const sessionKeeper: SessionKeeper = openSessionKeeper({
  baseUrl,
  storage: storedSession,
  exclusive: withSession,
  demand,
})

/** The API client of all extension pages except the offscreen page. */
export const client: Client = openClient({
  baseUrl,
  credential: sessionKeeper.credential,
  isOnline: () => navigator.onLine,
  demand,
  ended: sessionKeeper.ended,
})

/** The email address of a session that is not stored yet. */
export async function emailOf({ accessToken }: Session): Promise<string> {
  const credential = () => ({ authorization: `Bearer ${accessToken}`, key: '' })
  const { email } = await openClient({ baseUrl, credential, demand }).call(userEndpoints.getAccount, {})
  return email
}
