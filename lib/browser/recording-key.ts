import { browser } from 'wxt/browser'
import { z } from 'zod'
import { ApiError } from '../api/index.ts'
import { recordingEndpoints, recordingPublicKey } from '../contracts/index.ts'
import type { KeyHolder } from '../transcript/journal/index.ts'
import { client } from './api.ts'
import { storedEmail, storedSession, storedSettings } from './stored.ts'

const storageKey = 'recording-key'
/** Time limit of the request for the key, in milliseconds. A slow network must not delay the start of a recording. */
const askMs = 1500

const holderShape = z.object({
  serverUrl: z.string(),
  email: z.string(),
  holder: recordingPublicKey.extend({ userId: z.string() }),
})

async function whose() {
  const [{ serverUrl }, email] = await Promise.all([storedSettings.read(), storedEmail.read()])
  return { serverUrl, email }
}

async function ask(timeoutMs: number): Promise<KeyHolder> {
  const { serverUrl, email } = await whose()
  const holder = await client.call(recordingEndpoints.getRecordingKey, {}, { timeoutMs })
  await browser.storage.local.set({ [storageKey]: { serverUrl, email, holder } })
  return holder
}

/**
 * Use as the handler of `catch`. If the server does not answer, or does not give the key, returns null: the recording
 * then starts without the server's key. Throws every other error.
 */
function unlessServerFails(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}

/**
 * Returns the server's public key for recordings. A copy is stored, so that a recording can start without a network.
 * Returns null if no user is signed in, if the settings now name another server than `of`, or if this account has no
 * stored copy and the server does not give the key in time.
 */
export async function recordingKey(of: string): Promise<KeyHolder | null> {
  // A stored session is enough, even if its token has expired: this function must not wait for a refresh.
  if ((await storedSession.read()) === null) return null
  const { serverUrl, email } = await whose()
  if (serverUrl !== of) return null
  const storedHolder = holderShape.safeParse((await browser.storage.local.get(storageKey))[storageKey])
  if (storedHolder.success && storedHolder.data.serverUrl === serverUrl && storedHolder.data.email === email) {
    // Refresh the stored copy in the background, because the server may have changed its key.
    ask(askMs).catch(unlessServerFails)
    return storedHolder.data.holder
  }
  return ask(askMs).catch(unlessServerFails)
}
