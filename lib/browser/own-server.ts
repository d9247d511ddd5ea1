import { storedEmail, storedSession, storedSettings } from './stored.ts'

/**
 * Error code for a recording that belongs to another server than the one in the settings. The receiver of an extension
 * message can check only a code, because the error's class is lost on the way.
 */
export const otherServerCode = 'other_server'

/**
 * Resolves when `serverUrl` is the server in the settings. Otherwise rejects with a message for the user: the session
 * belongs to the server in the settings and must not be sent to another server.
 */
export async function ownServer(serverUrl: string): Promise<void> {
  if ((await storedSettings.read()).serverUrl === serverUrl) return
  const detail = `This recording belongs to the server at ${serverUrl}. To send the recording, set this address in the settings again.`
  throw Object.assign(new Error(detail), { code: otherServerCode, detail })
}

/**
 * Returns the email of the account that is signed in at `serverUrl`. Returns null if no user is signed in, or if the
 * settings now name another server.
 */
export async function signedInAt(serverUrl: string): Promise<string | null> {
  if ((await storedSettings.read()).serverUrl !== serverUrl) return null
  return (await storedSession.read()) === null ? null : (await storedEmail.read()) || null
}
