import { z } from 'zod'
import type { ReturnedErrand } from '../components/account/errands.ts'
import type { ProviderPage } from '../lib/api/index.ts'
import { type Authorization, type Provider, provider } from '../lib/contracts/oauth.ts'

const key = 'chartside-provider'
/** Why this page was left. `signIn`: nobody was signed in. */
const left = z.object({ provider, state: z.string(), errand: z.enum(['signIn', 'link', 'people']) })
type Left = z.infer<typeof left>

/** Where the portal goes on after each errand. */
const pageOf: Record<Left['errand'], string> = { signIn: '', link: '#/', people: '#/organisation/people' }

/** Leaves the portal for the page of a provider. The state is kept in this tab, where `takeReturn` finds it again. */
export function leaveFor({ url, state }: Authorization, kept: { provider: Provider; errand: Left['errand'] }): void {
  sessionStorage.setItem(key, JSON.stringify({ ...kept, state } satisfies Left))
  location.assign(url)
}

/** The page of a provider for somebody who signs in. */
export const providerPage: ProviderPage = {
  allow: async () => true,
  async open({ provider, ...authorization }) {
    leaveFor(authorization, { provider, errand: 'signIn' })
    return null
  },
}

/** What a provider has led back with. */
export interface Returned extends ReturnedErrand {
  errand: Left['errand']
  address: string
}

/**
 * What the portal must complete after a provider has led back to it. Null: it was opened in another way. The secret is
 * removed from the address and from the history.
 */
export function takeReturn(): Returned | null {
  const kept = sessionStorage.getItem(key)
  const address = location.href
  const hash = new URLSearchParams(location.hash.slice(1))
  const secret = hash.get('oauth') ?? hash.get('people')
  if (kept === null || secret === null) return null
  sessionStorage.removeItem(key)
  const parsed = left.safeParse(JSON.parse(kept))
  history.replaceState(null, '', `${location.pathname}${parsed.success ? pageOf[parsed.data.errand] : ''}`)
  return parsed.success ? { address, secret, ...parsed.data } : null
}
