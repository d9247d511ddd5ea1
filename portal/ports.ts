import type { AccountState } from '../components/account/port.ts'
import { withoutPolicy } from '../components/policy.ts'
import type { SharedPorts } from '../components/ports.tsx'
import { createSubscribable } from '../components/subscribable.ts'
import { type Client, type Credential, createClient, createSignIn, startWithProvider } from '../lib/api/index.ts'
import { accountEndpoints, type Session, signInEndpoints, workspaceEndpoints } from '../lib/contracts/index.ts'
import { createHolder } from './holder.ts'
import { leaveFor, providerPage, type Returned, takeReturn } from './provider-page.ts'
import { createPortalSettings } from './settings.ts'

const device = 'Portal'
const baseUrl = () => location.origin
const isOnline = () => navigator.onLine

/** What the portal needs besides the ports of its screens. `client`: for pages that need no sign-in. */
export interface PortalPorts extends SharedPorts {
  /** Returns the client of the pages of one account. Each of its calls names this account. */
  clientOf(account: string): Client
  /**
   * Replaces the administrator's session in this browser by the session of the person as whom the administrator acts.
   */
  continueAs(session: Session): Promise<void>
}

export function createPortalPorts(): PortalPorts {
  const state = createSubscribable<AccountState>({ status: 'unknown' })
  const holder = createHolder(state, (account) => {
    // What a provider has returned belongs to the account that was signed in when the portal was left.
    if (providerReturn !== null && providerReturn.account !== account) providerReturn = null
  })
  const stranger = createClient({ baseUrl, isOnline, credential: () => 'none' })

  /** Exchanges the tokens of a new session for the cookie. The tokens are then forgotten: a script must not keep them. */
  async function enter({ accessToken }: Session): Promise<void> {
    const credential: Credential = { authorization: `Bearer ${accessToken}`, key: '' }
    const opening = createClient({
      baseUrl,
      isOnline,
      credential: () => credential,
      // Without `same-origin`, the browser would ignore the cookie of the answer.
      fetch: (input, init) => fetch(new Request(input, { ...init, credentials: 'same-origin' })),
    })
    const account = await opening.call(accountEndpoints.openPortal, {})
    holder.signedIn(account)
  }

  const ways = createSignIn({
    client: stranger,
    device,
    // The email is not needed here, because `enter` reads the email from the server.
    emailOf: async () => '',
    enter: (_, session) => enter(session),
    page: providerPage,
  })

  async function comeBack({ provider, ...providerAnswer }: Returned): Promise<void> {
    try {
      const step = await ways.comeBack(provider, providerAnswer)
      if (step !== null) state.set({ status: 'signed-out', ended: false, returned: { step } })
    } catch (failed) {
      state.set({ status: 'signed-out', ended: false, returned: { failed } })
    }
  }

  let providerReturn = takeReturn()

  async function begin(): Promise<void> {
    if (providerReturn?.errand === 'signIn') return comeBack(providerReturn)
    const signUp = take('register')
    if (signUp !== null) return state.set({ status: 'signed-out', ended: false, returned: { signUp } })
    const secret = take('otc')
    if (secret !== null) {
      try {
        return await enter(await stranger.call(signInEndpoints.signInWithOneTimeCode, { body: { secret, device } }))
      } catch (failed) {
        // The cookie of an earlier visit is not used: it may belong to another person than the one who opened the link.
        return state.set({ status: 'signed-out', ended: false, returned: { failed } })
      }
    }
    return holder.open()
  }
  void begin()

  return {
    client: stranger,
    clientOf: holder.clientOf,
    policy: withoutPolicy,
    settings: createPortalSettings(),
    continueAs: enter,
    account: {
      subscribe: state.subscribe,
      ...ways,
      async emailChanged(email) {
        const accountState = state.get()
        if (accountState.status === 'signed-in') state.set({ ...accountState, email })
      },
      errands: {
        async link(provider) {
          leaveFor(await startWithProvider(stranger, provider), {
            provider,
            errand: 'link',
            account: holder.account(),
          })
        },
        async readPeople() {
          const account = holder.account()
          const authorization = await holder.client().call(workspaceEndpoints.getGoogleDirectoryUrl, { query: {} })
          leaveFor(authorization, { provider: 'google', errand: 'people', account })
        },
        returned(errand) {
          if (providerReturn?.errand !== errand) return null
          const { provider, secret, state } = providerReturn
          return { provider, secret, state }
        },
        forget(errand) {
          if (providerReturn?.errand === errand) providerReturn = null
        },
      },
      signOut: holder.signOut,
    },
  }
}

/** Reads the secret of a link, such as `#otc=…`, and removes it from the address and from the history. */
function take(name: 'otc' | 'register'): string | null {
  const secret = new RegExp(`^#${name}=([\\w-]{1,200})$`).exec(location.hash)?.[1] ?? null
  if (secret !== null) history.replaceState(null, '', location.pathname)
  return secret
}
