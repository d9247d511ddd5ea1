import { browser } from 'wxt/browser'
import { z } from 'zod'
import { withSession } from './api.ts'
import { background, offscreen } from './messages.ts'
import { type Observable, observable } from './observable.ts'
import { leave } from './sign-out.ts'
import { type Settings, storedDraft, storedSession, storedSettings } from './stored.ts'

const statusCheck = z.object({ name: z.literal('Chartside'), version: z.string() })

/** What the user chose, live over every page of the extension; `initial` is what was read before the first paint. */
export function createSettings(initial: Settings) {
  const state: Observable<Settings> = observable(initial, () => {
    void storedSettings.read().then(state.set)
    return storedSettings.watch(state.set)
  })
  return {
    subscribe: state.subscribe,
    /** Another server address signs out first: tokens, templates and agreements belong to one server. */
    async update(change: Partial<Settings>): Promise<void> {
      const before = await storedSettings.read()
      const next = { ...before, ...change }
      if (next.serverUrl === before.serverUrl) return storedSettings.write(next)
      await leave()
      // No refresh of the old server's token may be on its way while the address changes.
      await withSession(async () => {
        await storedSession.write(null)
        await storedSettings.write(next)
      })
    },
    /** Whether changing the server would leave work behind: a recording that runs or waits, or words that are not a note yet. */
    async hasUnsentWork(): Promise<boolean> {
      const [{ serverUrl }, draft] = await Promise.all([
        storedSettings.read(),
        storedDraft.read(),
        background.sendMessage('offscreen.open'),
      ])
      const [state, waiting] = await Promise.all([
        offscreen.sendMessage('recording.state'),
        offscreen.sendMessage('recovery.list', { serverUrl }),
      ])
      return draft.trim() !== '' || state.phase !== 'idle' || waiting.length > 0
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
