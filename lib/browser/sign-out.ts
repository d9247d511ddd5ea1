import { userEndpoints } from '../contracts/index.ts'
import { client } from './api.ts'
import { storedAgreed, storedLayouts, storedSession } from './stored.ts'

/** Ends the session here, even when the server cannot be told, and removes what belongs to whoever was signed in. */
export async function leave(): Promise<void> {
  // Without a network the server ends the session by itself later; signing out must not wait for it.
  await client.call(userEndpoints.logoutCurrent, {}, { timeoutMs: 5000 }).catch(() => undefined)
  await storedSession.write(null)
  // The list of templates, and what was agreed to, are one person's; unsaved changes wait for their owner.
  await Promise.all([storedLayouts.remove(), storedAgreed.remove()])
}
