import { z } from 'zod'
import { defaultSettings, type Settings, type SettingsPort } from '../components/account/settings-port.ts'
import { providers } from '../lib/contracts/oauth.ts'

const statusCheck = z.object({
  name: z.literal('Chartside'),
  version: z.string(),
  providers: z.array(z.enum(providers)),
})
const colorScheme = z.enum(['auto', 'light', 'dark'])
const key = 'chartside-look'

/** The settings of the portal: its server is the one it came from, and the look is stored in this browser. */
export function createPortalSettings(): SettingsPort {
  let state: Settings = {
    ...defaultSettings,
    serverUrl: location.origin,
    colorScheme: colorScheme.catch('auto').parse(localStorage.getItem(key)),
  }
  const listeners = new Set<(state: Settings) => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      listener(state)
      return () => listeners.delete(listener)
    },
    async update({ colorScheme }) {
      if (colorScheme === undefined) return
      localStorage.setItem(key, colorScheme)
      state = { ...state, colorScheme }
      for (const listener of listeners) listener(state)
    },
    hasUnsentWork: async () => false,
    async checkServer(url, signal) {
      const timeout = AbortSignal.timeout(10_000)
      const response = await fetch(`${url}/api`, { signal: signal ? AbortSignal.any([timeout, signal]) : timeout })
      return statusCheck.parse(await response.json())
    },
    openOptions: null,
  }
}
