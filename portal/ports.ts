import type { AccountState } from '../components/account/port.ts'
import { withoutPolicy } from '../components/policy.ts'
import type { SharedPorts } from '../components/ports.tsx'
import { createSubscribable } from '../components/subscribable.ts'
import {
  ApiError,
  type Client,
  type Credential,
  createClient,
  createSignIn,
  startWithProvider,
} from '../lib/api/index.ts'
import {
  accountEndpoints,
  type Session,
  signInEndpoints,
  userEndpoints,
  workspaceEndpoints,
} from '../lib/contracts/index.ts'
import { leaveFor, providerPage, type Returned, takeReturn } from './provider-page.ts'
import { createPortalSettings } from './settings.ts'

const device = 'Portal'
const baseUrl = () => location.origin
const isOnline = () => navigator.onLine

/** What the portal needs besides the ports of its screens. */
export interface PortalPorts extends SharedPorts {
  /**
   * Replaces the administrator's session in this browser by the session of the person as whom the administrator acts.
   */
  continueAs(session: Session): Promise<void>
}

/** Connects the screens to this server, with the portal's cookie as credential. */
export function createPortalPorts(): PortalPorts {
  const state = createSubscribable<AccountState>({ status: 'unknown' })
  const client = endingWith(createClient({ baseUrl, isOnline, credential: () => 'cookie' }), (error) =>
    state.set(signedOutBy(error)),
  )
  const stranger = createClient({ baseUrl, isOnline, credential: () => 'none' })

  const signedIn = (email: string) => state.set({ status: 'signed-in', email })

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
    signedIn(account.email)
    others.postMessage(null)
  }

  /** Asks the server to whom the cookie of this browser belongs. */
  async function readAccount(): Promise<void> {
    try {
      const account = await client.call(accountEndpoints.openPortal, {})
      signedIn(account.email)
    } catch (error) {
      // Without an answer the person may be signed in or not. The sign-in form says that the server does not answer.
      const ended = error instanceof ApiError && error.code === 'session_ended'
      state.set(ended ? signedOutBy(error) : { status: 'signed-out', ended })
    }
  }

  // All tabs share one cookie. If somebody signs in or out in another tab, the open page belongs to the person before.
  // The browser does not send a message to the channel that has posted it.
  const others = new BroadcastChannel('chartside-portal-account')
  others.addEventListener('message', () => void readAccount())

  const ways = createSignIn({
    client: stranger,
    device,
    // The email is not needed here, because `enter` reads the email from the server.
    emailOf: async () => '',
    enter: (_, session) => enter(session),
    page: providerPage,
  })

  /** Completes a sign-in for which a provider's page was opened. */
  async function comeBack({ provider, ...returned }: Returned): Promise<void> {
    try {
      const step = await ways.comeBack(provider, returned)
      if (step !== null) state.set({ status: 'signed-out', ended: false, returned: { step } })
    } catch (failed) {
      state.set({ status: 'signed-out', ended: false, returned: { failed } })
    }
  }

  let returned = takeReturn()

  async function begin(): Promise<void> {
    if (returned?.errand === 'signIn') return comeBack(returned)
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
    await readAccount()
  }
  void begin()

  return {
    client,
    policy: withoutPolicy,
    settings: createPortalSettings(),
    continueAs: enter,
    account: {
      subscribe: state.subscribe,
      ...ways,
      async emailChanged(email) {
        signedIn(email)
        others.postMessage(null)
      },
      errands: {
        async link(provider) {
          leaveFor(await startWithProvider(stranger, provider), { provider, errand: 'link' })
        },
        async readPeople() {
          const authorization = await client.call(workspaceEndpoints.getGoogleDirectoryUrl, { query: {} })
          leaveFor(authorization, { provider: 'google', errand: 'people' })
        },
        returned(errand) {
          if (returned?.errand !== errand) return null
          const { provider, secret, state } = returned
          return { provider, secret, state }
        },
        forget(errand) {
          if (returned?.errand === errand) returned = null
        },
      },
      async signOut() {
        await client.call(userEndpoints.logoutCurrent, {})
        state.set({ status: 'signed-out', ended: false })
        others.postMessage(null)
      },
    },
  }
}

/** The account state after the server has ended the session, with the sentence of the server. */
const signedOutBy = ({ code, detail }: ApiError): AccountState => ({
  status: 'signed-out',
  ended: true,
  ...(code === 'session_ended' && detail !== undefined ? { because: detail } : {}),
})

/** Calls `onEnd` when the server says that the session has ended. */
function endingWith(client: Client, onEnd: (error: ApiError) => void): Client {
  const watched = async <Result>(call: Promise<Result>): Promise<Result> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'session_ended' || error.code === 'not_signed_in')) onEnd(error)
      throw error
    }
  }
  return { ...client, call: (endpoint, input, options) => watched(client.call(endpoint, input, options)) }
}

/** Reads the secret of a link, such as `#otc=…`, and removes it from the address and from the history. */
function take(name: 'otc' | 'register'): string | null {
  const secret = new RegExp(`^#${name}=([\\w-]{1,200})$`).exec(location.hash)?.[1] ?? null
  if (secret !== null) history.replaceState(null, '', location.pathname)
  return secret
}
