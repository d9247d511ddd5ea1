import { z } from 'zod'
import type { ReturnedErrand } from '../components/account/errands.ts'
import type { ProviderPage } from '../lib/api/index.ts'
import { type Authorization, provider } from '../lib/contracts/oauth.ts'

const key = 'chartside-provider'
/** The provider for whose page the portal was left, why, and who was signed in. `signIn`: nobody was signed in. */
const departure = z.object({
  provider,
  state: z.string(),
  errand: z.enum(['signIn', 'link', 'people']),
  /** As `portalAccountOf` names it. */
  account: z.string().nullable().default(null),
})
type Left = z.infer<typeof departure>

const pageOf: Record<Left['errand'], string> = { signIn: '', link: '#/', people: '#/organisation/people' }

/** Leaves the portal for the page of a provider. The state is kept in this tab, where `takeReturn` finds it again. */
export function leaveFor({ url, state }: Authorization, departureData: Omit<Left, 'state'>): void {
  sessionStorage.setItem(key, JSON.stringify({ ...departureData, state } satisfies Left))
  location.assign(url)
}

export const providerPage: ProviderPage = {
  allow: async () => true,
  async open({ provider, ...authorization }) {
    leaveFor(authorization, { provider, errand: 'signIn', account: null })
    return null
  },
}

export interface Returned extends ReturnedErrand {
  errand: Left['errand']
  account: Left['account']
  address: string
}

/**
 * Returns what the portal must complete after a provider's page has returned to it. Null if the portal was opened in
 * another way. Removes the secret from the address and from the history.
 */
export function takeReturn(): Returned | null {
  const json = sessionStorage.getItem(key)
  const address = location.href
  const hash = new URLSearchParams(location.hash.slice(1))
  const secret = hash.get('oauth') ?? hash.get('people')
  if (json === null || secret === null) return null
  sessionStorage.removeItem(key)
  const parsed = departure.safeParse(JSON.parse(json))
  history.replaceState(null, '', `${location.pathname}${parsed.success ? pageOf[parsed.data.errand] : ''}`)
  return parsed.success ? { address, secret, ...parsed.data } : null
}
