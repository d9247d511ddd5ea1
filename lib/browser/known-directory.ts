import { browser } from 'wxt/browser'
import { z } from 'zod'
import { policyConsent } from '../contracts/policy.ts'

const oneList = z.array(z.string()).transform((hosts) => [hosts])

const key = 'known-directory'

const shape = z.object({
  /** The directory in which the user works. Absent: none, or an earlier version has stored the rules. */
  directoryId: z.string().optional(),
  consent: policyConsent.extend({ text: z.string() }).nullable(),
  allowedHosts: z.union([z.array(z.array(z.string())), oneList]),
  language: z.string(),
})
export type KnownDirectory = z.output<typeof shape>

export const knownDirectory = {
  async read(): Promise<KnownDirectory | null> {
    return shape.safeParse((await browser.storage.local.get(key))[key]).data ?? null
  },
  async write(directory: KnownDirectory | null): Promise<void> {
    // Do not write an equal value, because every write notifies all pages of the extension.
    if (JSON.stringify(await knownDirectory.read()) === JSON.stringify(directory)) return
    await browser.storage.local.set({ [key]: directory })
  },
  remove: (): Promise<void> => browser.storage.local.remove(key),
  watch(listener: () => void): () => void {
    const onChange = (changes: Record<string, unknown>, area: string) => {
      if (area === 'local' && key in changes) listener()
    }
    browser.storage.onChanged.addListener(onChange)
    return () => browser.storage.onChanged.removeListener(onChange)
  },
}
