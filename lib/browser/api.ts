import { type Client, createClient, createSessionKeeper, type SessionKeeper } from '../api/index.ts'
import { storedSession, storedSettings } from './stored.ts'

const baseUrl = async () => (await storedSettings.read()).serverUrl

/** The session of this browser profile; one refresh at a time over panel, worker and options page. */
export const sessionKeeper: SessionKeeper = createSessionKeeper({
  baseUrl,
  storage: storedSession,
  exclusive: (task) => navigator.locks.request('chartside.session', task),
})

/** The client every page of the extension calls the server with. */
export const client: Client = createClient({
  baseUrl,
  credential: sessionKeeper.credential,
  isOnline: () => navigator.onLine,
})
