import { browser } from 'wxt/browser'
import type { ServerCheck } from '../api/index.ts'
import { withSession } from './api.ts'
import { storedDrafts } from './drafts.ts'
import { checkServer } from './egress.ts'
import { background, offscreen } from './messages.ts'
import { type Observable, observable } from './observable.ts'
import { demandAllowed } from './policy.ts'
import { leave } from './sign-out.ts'
import { readPerson, type Settings, storedSession, storedSettings } from './stored.ts'

export function createSettings(initial: Settings) {
  const state: Observable<Settings> = observable(initial, () => {
    void storedSettings.read().then(state.set)
    return storedSettings.watch(state.set)
  })
  return {
    subscribe: state.subscribe,
    /**
     * Stores changed settings. If the server address changes, signs out first, because the session, the stored
     * templates and the list of accepted forms belong to the old server.
     */
    async update(change: Partial<Settings>): Promise<void> {
      const oldSettings = await storedSettings.read()
      const newSettings = { ...oldSettings, ...change }
      if (newSettings.serverUrl === oldSettings.serverUrl) return storedSettings.write(newSettings)
      await demandAllowed({ kind: 'change-server' })
      await leave()
      // Hold the session lock. Otherwise a page could renew the session of the old server while the address changes.
      await withSession(async () => {
        await storedSession.write(null)
        await storedSettings.write(newSettings)
      })
    },
    /**
     * Returns true if there is unfinished work: a running or unsent recording, or text that was typed but not sent by
     * the person who signed in last. The user must know of this work before the server is changed.
     */
    async hasUnsentWork(): Promise<boolean> {
      const [{ serverUrl }, draft] = await Promise.all([
        storedSettings.read(),
        readPerson().then((person) => storedDrafts.hasText(person ?? undefined)),
        background.sendMessage('offscreen.open'),
      ])
      const [state, waiting] = await Promise.all([
        offscreen.sendMessage('recording.state'),
        offscreen.sendMessage('recovery.list', { serverUrl }),
      ])
      return draft || state.phase !== 'idle' || waiting.length > 0
    },
    async checkServer(url: string, signal?: AbortSignal): Promise<ServerCheck> {
      await demandAllowed({ kind: 'connect', url, server: url })
      const answer = await checkServer(url, signal)
      // In Firefox, a provider cannot be used: the page of a provider must return to an address that Firefox chooses
      // for each profile, and no provider knows this address.
      return import.meta.env.FIREFOX ? { ...answer, providers: [] } : answer
    },
    openOptions: () => void browser.runtime.openOptionsPage(),
  }
}
