import { browser } from 'wxt/browser'
import { z } from 'zod'
import { type Observable, observable } from './observable.ts'
import { type Settings, storedSettings } from './stored.ts'

const statusCheck = z.object({ name: z.literal('Chartside'), version: z.string() })

/** What the user chose, live over every page of the extension; `initial` is what was read before the first paint. */
export function createSettings(initial: Settings) {
  const state: Observable<Settings> = observable(initial, () => {
    void storedSettings.read().then(state.set)
    return storedSettings.watch(state.set)
  })
  return {
    subscribe: state.subscribe,
    async update(change: Partial<Settings>): Promise<void> {
      await storedSettings.write({ ...(await storedSettings.read()), ...change })
    },
    /** Asks a server who it is. Rejects when nothing answers there, or something that is not Chartside. */
    async checkServer(url: string, signal?: AbortSignal): Promise<{ name: string; version: string }> {
      const response = await fetch(`${url.replace(/\/+$/, '')}/api`, {
        signal: AbortSignal.any([AbortSignal.timeout(10_000), ...(signal ? [signal] : [])]),
      })
      return statusCheck.parse(await response.json())
    },
    openOptions: () => void browser.runtime.openOptionsPage(),
  }
}
