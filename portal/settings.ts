import { z } from 'zod'
import { defaultSettings, type Settings, type SettingsPort } from '../components/account/settings-port.ts'
import { createSubscribable } from '../components/subscribable.ts'
import { checkServer } from '../lib/api/index.ts'

const colorScheme = z.enum(['auto', 'light', 'dark'])
const key = 'chartside-look'

export function createPortalSettings(): SettingsPort {
  const state = createSubscribable<Settings>({
    ...defaultSettings,
    serverUrl: location.origin,
    colorScheme: colorScheme.catch('auto').parse(localStorage.getItem(key)),
  })
  return {
    subscribe: state.subscribe,
    async update({ colorScheme }) {
      if (colorScheme === undefined) return
      localStorage.setItem(key, colorScheme)
      state.set({ ...state.get(), colorScheme })
    },
    hasUnsentWork: async () => false,
    checkServer,
    openOptions: null,
  }
}
