import {
  type Provider,
  type ProviderSignIn,
  publicEndpoints,
  type Session,
  signInEndpoints,
} from '../contracts/index.ts'
import type { Client } from './client.ts'
import { finishWithProvider, secretIn, startWithProvider } from './provider-sign-in.ts'

/** A sign-in that waits for the code of a mail. */
export interface CodeStep {
  /** What the code does: it completes a registration or a sign-in, allows a new password, or links two accounts. */
  for: 'registration' | 'sign-in' | 'second-factor' | 'new-password' | 'link'
  /** For `link`: the provider whose account is linked. */
  provider?: Provider
  email: string
  ticket: string
}

interface Credentials {
  email: string
  password: string
}

/** How the page of a provider is opened. */
export interface ProviderPage {
  /** The extension to which the provider leads back. Absent: to the portal. */
  extensionId?: string
  /** Asks the browser for the permission to open the page. It must be called within a click. False: refused. */
  allow(): Promise<boolean>
  /**
   * Opens the page, and resolves with the address to which the provider has led back. Null: the person has closed it, or
   * this page itself was left for it.
   */
  open(authorization: { url: string; state: string; provider: Provider }): Promise<string | null>
}

/**
 * The ways to sign in. Each one resolves with null when the person is signed in, or with the step that needs a code. All
 * of them reject with an `ApiError`.
 */
export interface SignIn {
  signIn(credentials: Credentials): Promise<CodeStep | null>
  register(credentials: Credentials): Promise<CodeStep | null>
  /** Sends a code with which the person signs in without the password. */
  sendCode(email: string): Promise<CodeStep>
  /** Sends a code for a new password. */
  forgotPassword(email: string): Promise<CodeStep>
  /** Signs in with an account of a provider. Also resolves with null if the person has closed its page. */
  signInWith(provider: Provider): Promise<CodeStep | null>
  /** Completes `signInWith` after this page was left: `address` is where the provider led back, `state` was kept. */
  comeBack(provider: Provider, returned: { address: string; state: string }): Promise<CodeStep | null>
  /** Enters the code. `password` is the new one, for the step `new-password`. */
  enterCode(step: CodeStep, entered: { code: string; password: string }): Promise<CodeStep | null>
  /** Makes the code of a step useless. The person may go back without an answer, so a failure is ignored. */
  cancel(step: CodeStep): void
}

/**
 * `device` is shown in the list of sessions. `enter` stores the session of a person who has signed in. `page` opens the
 * pages of providers.
 */
export function createSignIn(
  client: Pick<Client, 'call'>,
  device: string,
  enter: (email: string, session: Session) => Promise<void>,
  page: ProviderPage,
): SignIn {
  const entered = async (email: string, session: Session): Promise<null> => {
    await enter(email, session)
    return null
  }

  async function signIn({ email, password }: Credentials): Promise<CodeStep | null> {
    const answer = await client.call(publicEndpoints.loginEmail, { body: { email, password, device } })
    return 'secondFactor' in answer ? { for: 'second-factor', email, ticket: answer.ticket } : entered(email, answer)
  }

  async function proven(provider: Provider, answer: ProviderSignIn): Promise<CodeStep | null> {
    if ('accessToken' in answer) return entered(answer.email, answer)
    if ('linked' in answer) return null
    const { email, ticket } = answer
    return 'link' in answer ? { for: 'link', email, ticket, provider } : { for: 'second-factor', email, ticket }
  }

  async function comeBack(provider: Provider, { address, state }: { address: string; state: string }) {
    const secret = secretIn(address)
    if (secret === null) throw new Error('The sign-in page gave no answer. Try again.')
    return proven(provider, await finishWithProvider(client, provider, { secret, state, device }))
  }

  return {
    signIn,
    async register({ email, password }) {
      const answer = await client.call(publicEndpoints.register, { body: { email, password, device } })
      return 'ticket' in answer ? { for: 'registration', email, ticket: answer.ticket } : entered(email, answer)
    },
    async sendCode(email) {
      const answer = await client.call(signInEndpoints.generateOneTimeCode, { body: { email } })
      if (!('ticket' in answer)) throw new Error('The server answered without a ticket.')
      return { for: 'sign-in', email, ticket: answer.ticket }
    },
    async forgotPassword(email) {
      const { ticket } = await client.call(signInEndpoints.startPasswordReset, { query: { email } })
      return { for: 'new-password', email, ticket }
    },
    async signInWith(provider) {
      // Nothing may be awaited before this: the browser asks for a permission only within a click.
      if (!(await page.allow())) throw new Error('Allow Chartside to open the sign-in page, then try again.')
      const place = page.extensionId === undefined ? {} : { extensionId: page.extensionId }
      const { url, state } = await startWithProvider(client, provider, place)
      const address = await page.open({ url, state, provider })
      if (address === null) return null
      return comeBack(provider, { address, state })
    },
    comeBack,
    async enterCode({ for: purpose, email, ticket, provider = 'google' }, { code, password }) {
      const body = { ticket, code, device }
      switch (purpose) {
        case 'registration':
          return entered(email, await client.call(signInEndpoints.confirmRegistration, { body }))
        case 'sign-in':
          return entered(email, await client.call(signInEndpoints.signInWithOneTimeCode, { body }))
        case 'second-factor':
          return entered(email, await client.call(signInEndpoints.signInWithSecondFactor, { body }))
        case 'link':
          return proven(provider, await finishWithProvider(client, provider, body))
        case 'new-password':
          await client.call(signInEndpoints.resetPassword, { body: { ticket, code, password } })
          return signIn({ email, password })
      }
    },
    cancel({ for: purpose, ticket }) {
      const cancelled =
        purpose === 'registration'
          ? client.call(signInEndpoints.cancelRegistration, { query: { ticket } })
          : purpose === 'new-password'
            ? client.call(signInEndpoints.cancelPasswordReset, { query: { ticket } })
            : purpose === 'sign-in'
              ? client.call(signInEndpoints.clearOneTimeCode, { body: { ticket } })
              : Promise.resolve()
      cancelled.catch(() => undefined)
    },
  }
}
