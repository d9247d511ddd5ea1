import { ApiError } from '../api/index.ts'
import { userEndpoints } from '../contracts/index.ts'
import { client } from './api.ts'
import { knownDirectory } from './known-directory.ts'
import { storedAgreed, storedEncounters, storedLayouts, storedSession } from './stored.ts'

export async function leave(): Promise<void> {
  try {
    await client.call(userEndpoints.logoutCurrent, {}, { timeoutMs: 5000 })
  } catch (error) {
    // If the server does not answer, sign out here all the same. The session expires on the server later.
    if (!(error instanceof ApiError)) throw error
  } finally {
    await forget()
  }
}

/**
 * Signs out of the old server if the settings now name another server: removes the session and the data that came from
 * the old server. Call this function when the organisation may have set another server. The old server gets no request,
 * because nothing may be sent there now.
 */
export async function leaveOtherServer(): Promise<void> {
  if (!(await storedSession.isOfAnotherServer())) return
  await forget()
}

/**
 * Removes the session, and all that belongs to one user: the stored templates, the accepted forms, the pages of
 * documents that were read, and the settings of the organisation. Unsaved changes of templates stay: their storage key
 * contains the user's email.
 */
async function forget(): Promise<void> {
  await storedSession.write(null)
  await forgetData()
}

export async function forgetData(): Promise<void> {
  await Promise.all([storedLayouts.remove(), storedAgreed.remove(), storedEncounters.remove(), knownDirectory.remove()])
}
