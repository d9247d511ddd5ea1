import { browser } from 'wxt/browser'
import { z } from 'zod'
import { recordingEndpoints, recordingPublicKey } from '../contracts/index.ts'
import type { KeyHolder } from '../transcript/journal/index.ts'
import { client } from './api.ts'
import { storedEmail, storedSession, storedSettings } from './stored.ts'

const storageKey = 'recording-key'
/** A start must not wait for a slow network. */
const askMs = 1500

const kept = z.object({
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
 * The server's key for recordings. Kept here (it is public), so that a start without a network still has it;
 * null when nobody is signed in, it was never asked for with success by this person, or another server than `of` is set now.
 */
export async function recordingKey(of: string): Promise<KeyHolder | null> {
  // Signed in counts also while the token cannot be renewed, and nobody waits for that here.
  if ((await storedSession.read()) === null) return null
  const { serverUrl, email } = await whose()
  if (serverUrl !== of) return null
  const found = kept.safeParse((await browser.storage.local.get(storageKey))[storageKey])
  if (found.success && found.data.serverUrl === serverUrl && found.data.email === email) {
    // For the next time: a server may have changed its key.
    ask(askMs).catch(() => undefined)
    return found.data.holder
  }
  return ask(askMs).catch(() => null)
}
