import { storedEmail, storedSession, storedSettings } from './stored.ts'

/** Tells this refusal from others, after its way through a message. */
export const otherServerCode = 'other_server'

/**
 * Resolves when `serverUrl` is the server that is set now. Otherwise rejects with a sentence that can be shown: the session
 * is one of the server that is set, and must not be sent to another one.
 */
export async function ownServer(serverUrl: string): Promise<void> {
  if ((await storedSettings.read()).serverUrl === serverUrl) return
  const detail = `This recording belongs to the server at ${serverUrl}. Set this address in the settings again to send it.`
  throw Object.assign(new Error(detail), { code: otherServerCode, detail })
}

/** The account that is signed in at a server; null: nobody is, or another server is set now. */
export async function signedInAt(serverUrl: string): Promise<string | null> {
  if ((await storedSettings.read()).serverUrl !== serverUrl) return null
  return (await storedSession.read()) === null ? null : (await storedEmail.read()) || null
}
