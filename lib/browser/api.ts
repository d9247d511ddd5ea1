import { type Client, createClient, createSessionKeeper, type SessionKeeper } from '../api/index.ts'
import { storedSession, storedSettings } from './stored.ts'

/** One task at a time over every page of the extension, for whatever changes the session or its server. */
export const withSession = <T>(task: () => Promise<T>): Promise<T> => navigator.locks.request('chartside.session', task)

const baseUrl = async () => (await storedSettings.read()).serverUrl

/** The session of this browser profile; one refresh at a time over panel, worker and options page. */
export const sessionKeeper: SessionKeeper = createSessionKeeper({
  baseUrl,
  storage: storedSession,
  exclusive: withSession,
})

/** The client every page of the extension calls the server with. */
export const client: Client = createClient({
  baseUrl,
  credential: sessionKeeper.credential,
  isOnline: () => navigator.onLine,
})
