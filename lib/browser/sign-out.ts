import { userEndpoints } from '../contracts/index.ts'
import { client } from './api.ts'
import { storedAgreed, storedLayouts, storedSession } from './stored.ts'

/** Removes the local session, even when the server cannot be reached, and the stored data of the account. */
export async function leave(): Promise<void> {
  // Signing out must not wait for the network. If this call fails, the session expires on the server later.
  await client.call(userEndpoints.logoutCurrent, {}, { timeoutMs: 5000 }).catch(() => undefined)
  await storedSession.write(null)
  // The list of templates and the agreements belong to one user. Unsaved changes stay: their key contains the email.
  await Promise.all([storedLayouts.remove(), storedAgreed.remove()])
}
