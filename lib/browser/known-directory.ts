import { browser } from 'wxt/browser'
import { z } from 'zod'
import { policyConsent } from '../contracts/policy.ts'

/** One list of hosts, as version 0.1.0 stores it. */
const oneList = z.array(z.string()).transform((hosts) => [hosts])

const key = 'known-directory'

/** The rules of the user's organisations (`directories`) that the panel needs. */
const shape = z.object({
  /** The directory in which the user works. Absent: none, or an earlier version has stored the rules. */
  directoryId: z.string().optional(),
  // The texts of several organisations can be longer than the text of one.
  consent: policyConsent.extend({ text: z.string() }).nullable(),
  /** Lists of hosts. Each list must contain the host of a page that may be read and filled. */
  allowedHosts: z.union([z.array(z.array(z.string())), oneList]),
  language: z.string(),
})
export type KnownDirectory = z.output<typeof shape>

/** The rules of the user's organisations, as the server last sent them. Null: the server was not asked yet. */
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
