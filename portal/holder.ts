import { z } from 'zod'
import type { AccountState } from '../components/account/port.ts'
import type { SettableState } from '../components/subscribable.ts'
import { ApiError, type Client, createClient } from '../lib/api/index.ts'
import {
  type Account,
  accountEndpoints,
  portalAccountHeader,
  portalAccountOf,
  userEndpoints,
} from '../lib/contracts/index.ts'

/** The account that has just signed in, as `portalAccountOf` names it. Null: somebody has signed out. */
const accountMessage = z.string().nullable()
const baseUrl = () => location.origin
const isOnline = () => navigator.onLine
const credential = () => 'cookie' as const

/**
 * Follows to which account the portal's cookie belongs. All tabs of a browser share the cookie, so another tab can
 * change it. This tab learns of it from that tab, from the server when its window gets the focus, or when the server
 * refuses a call. It then asks the server anew, and the pages of the earlier account are discarded.
 */
export function createHolder(state: SettableState<AccountState>, onSignedIn: (account: string) => void) {
  const tabs = new BroadcastChannel('chartside-account')
  const opening = createClient({ baseUrl, isOnline, credential })

  const account = (): string | null => {
    const current = state.get()
    return current.status === 'signed-in' ? (current.account ?? null) : null
  }

  function signedIn(newAccount: Account): void {
    const name = portalAccountOf(newAccount)
    onSignedIn(name)
    state.set({ status: 'signed-in', email: newAccount.email, account: name })
    tabs.postMessage(name)
  }

  /**
   * `error`: how the server has said that the session is over. Absent: the person has signed out here. `isSure`: false if
   * the server has not said that the cookie has no session. Other tabs then keep their pages.
   */
  function signedOut(error?: ApiError, isSure = true): void {
    const because = error?.code === 'session_ended' ? error.detail : undefined
    state.set({
      status: 'signed-out',
      ended: error !== undefined,
      ...(because === undefined ? {} : { because }),
    })
    if (isSure) tabs.postMessage(null)
  }

  /** Asks the server to whom the cookie belongs. `ended`: the answer that ended the session of the earlier account. */
  async function open(sessionEnd?: ApiError): Promise<void> {
    state.set({ status: 'unknown' })
    try {
      signedIn(await opening.call(accountEndpoints.openPortal, {}))
    } catch (error) {
      const over = sessionEnd ?? (error instanceof ApiError && error.code === 'session_ended' ? error : undefined)
      if (over !== undefined) signedOut(over, error instanceof ApiError && isOver(error))
      // Without an answer the person may be signed in or not. The sign-in form says that the server does not answer.
      else state.set({ status: 'signed-out', ended: false })
    }
  }

  /** Returns a client whose calls all name this account. If the server says that its session is over, asks anew. */
  function clientOf(name: string): Client {
    const client = createClient({
      baseUrl,
      isOnline,
      credential,
      fetch: (input, init) => {
        const request = new Request(input, init)
        request.headers.set(portalAccountHeader, name)
        return fetch(request)
      },
    })
    const watchCall = async <Result>(call: Promise<Result>): Promise<Result> => {
      try {
        return await call
      } catch (error) {
        // A call of an earlier account may fail after another account has signed in. It must not sign out this one.
        if (account() === name && error instanceof ApiError && isOver(error)) void open(error)
        throw error
      }
    }
    return {
      ...client,
      call: (endpoint, input, options) => watchCall(client.call(endpoint, input, options)),
      download: (endpoint, input, options) => watchCall(client.download(endpoint, input, options)),
    }
  }

  const check = () => {
    const name = account()
    // If the server does not answer, the next call of a page asks the same question.
    if (name !== null)
      clientOf(name)
        .call(userEndpoints.getAccount, {})
        .catch(() => undefined)
  }
  tabs.addEventListener('message', ({ data }) => {
    const name = accountMessage.parse(data)
    if (account() === null || name === account()) return
    // The tab that has signed out may have had another account than this tab. So the server is asked first.
    if (name === null) check()
    else void open()
  })
  window.addEventListener('focus', check)
  // The browser can show a page again as it was left, without loading it. Messages did not reach it in the meantime.
  window.addEventListener('pageshow', check)

  return {
    account,
    /** The client of the account that is signed in. Without one, the server refuses its calls. */
    client: () => clientOf(account() ?? ''),
    clientOf,
    open,
    signedIn,
    /** Signs out. If another account has signed in during the call, it stays signed in. */
    async signOut(): Promise<void> {
      const name = account()
      await clientOf(name ?? '').call(userEndpoints.logoutCurrent, {})
      if (account() === name) signedOut()
    },
  }
}

const isOver = ({ code }: ApiError): boolean => code === 'session_ended' || code === 'not_signed_in'
