import { browser } from 'wxt/browser'
import { z } from 'zod'
import { policyConsent } from '../contracts/policy.ts'

const key = 'known-directory'

/** The settings of the user's organisation (`directory`) that the panel needs. */
const shape = z.object({
  /** Absent in what an earlier version has stored. */
  directoryId: z.string().optional(),
  consent: policyConsent.nullable(),
  /** Hosts of the pages that may be read and filled. Empty: no restriction. */
  allowedHosts: z.array(z.string()),
  language: z.string(),
})
export type KnownDirectory = z.output<typeof shape>

/**
 * The settings of the user's organisation, as the server last sent them. Null: the user works in no organisation, or
 * the server was not asked yet.
 */
export const knownDirectory = {
  async read(): Promise<KnownDirectory | null> {
    return shape.safeParse((await browser.storage.local.get(key))[key]).data ?? null
  },
  async write(known: KnownDirectory | null): Promise<void> {
    // Do not write an equal value, because every write notifies all pages of the extension.
    if (JSON.stringify(await knownDirectory.read()) === JSON.stringify(known)) return
    await browser.storage.local.set({ [key]: known })
  },
  remove: (): Promise<void> => browser.storage.local.remove(key),
  /** Calls `listener` at every change, from any page. Returns a function that ends the calls. */
  watch(listener: () => void): () => void {
    const onChange = (changes: Record<string, unknown>, area: string) => {
      if (area === 'local' && key in changes) listener()
    }
    browser.storage.onChanged.addListener(onChange)
    return () => browser.storage.onChanged.removeListener(onChange)
  },
}
