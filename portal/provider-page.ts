import { z } from 'zod'
import type { ProviderPage } from '../lib/api/index.ts'
import { provider } from '../lib/contracts/oauth.ts'

const key = 'chartside-provider'
const left = z.object({ provider, state: z.string() })

/** Leaves the portal for the page of a provider. The state is kept in this tab, where `takeReturn` finds it again. */
export const providerPage: ProviderPage = {
  allow: async () => true,
  async open({ url, ...kept }) {
    sessionStorage.setItem(key, JSON.stringify(kept))
    location.assign(url)
    return null
  },
}

/**
 * What the portal must complete after a provider has led back to it. Null: it was opened in another way. The secret is
 * removed from the address and from the history.
 */
export function takeReturn() {
  const kept = sessionStorage.getItem(key)
  const address = location.href
  if (kept === null || !location.hash.startsWith('#oauth=')) return null
  sessionStorage.removeItem(key)
  history.replaceState(null, '', location.pathname)
  const parsed = left.safeParse(JSON.parse(kept))
  return parsed.success ? { address, ...parsed.data } : null
}
