import {
  type Provider,
  type ProviderSignIn,
  publicEndpoints,
  type Session,
  signInEndpoints,
} from '../contracts/index.ts'
import type { Client } from './client.ts'
import { finishWithProvider, secretIn, startWithProvider } from './provider-sign-in.ts'

/** How a person is known before signing in: by an email address, or by a phone number with its plus. */
export type Contact = { email: string } | { phone: string }

/** A sign-in that waits for a code. */
export interface CodeStep {
  /** What the code does: it completes a registration or a sign-in, allows a new password, or links two accounts. */
  for: 'registration' | 'sign-in' | 'second-factor' | 'new-password' | 'link'
  /** For `link`: the provider whose account is linked. */
  provider?: Provider
  /** What the person has typed, or the email address that a provider has named. */
  contact: Contact
  /** Where the code was sent. The second factor may go elsewhere than to `contact`. */
  sentTo: 'email' | 'phone'
  ticket: string
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
  signIn(credentials: Contact & { password: string }): Promise<CodeStep | null>
  register(credentials: Contact & { password: string; name?: string }): Promise<CodeStep | null>
  /** Creates the account of the mail whose link has this ticket. */
  signUp(ticket: string, chosen: { password: string; name?: string }): Promise<null>
  /** Sends a code with which the person signs in without the password. */
  sendCode(contact: Contact): Promise<CodeStep>
  /** Sends a code for a new password. */
  forgotPassword(contact: Contact): Promise<CodeStep>
  /** Signs in with an account of a provider. Also resolves with null if the person has closed its page. */
  signInWith(provider: Provider): Promise<CodeStep | null>
  /** Completes `signInWith` after this page was left: `address` is where the provider led back, `state` was kept. */
  comeBack(provider: Provider, returned: { address: string; state: string }): Promise<CodeStep | null>
  /** Enters the code. `password` is the new one, for the step `new-password`. */
  enterCode(step: CodeStep, entered: { code: string; password: string }): Promise<CodeStep | null>
  /** Makes the code of a step useless. The person may go back without an answer, so a failure is ignored. */
  cancel(step: CodeStep): void
}

/** What the ways to sign in need from outside. */
interface SignInOptions {
  client: Pick<Client, 'call'>
  /** Shown in the list of sessions. */
  device: string
  /** Returns the email address of a new session. Asked after a sign-in by phone, whose email nobody has typed. */
  emailOf: (session: Session) => Promise<string>
  /** Stores the session of a person who has signed in. */
  enter: (email: string, session: Session) => Promise<void>
  /** Opens the pages of providers. */
  page: ProviderPage
}

const sentTo = (contact: Contact) => ('phone' in contact ? 'phone' : 'email')

export function createSignIn({ client, device, emailOf, enter, page }: SignInOptions): SignIn {
  const entered = async (contact: Contact, session: Session): Promise<null> => {
    await enter('email' in contact ? contact.email : await emailOf(session), session)
    return null
  }

  async function signIn({ password, ...contact }: Contact & { password: string }): Promise<CodeStep | null> {
    const answer =
      'phone' in contact
        ? await client.call(publicEndpoints.loginPhone, { body: { ...contact, password, device } })
        : await client.call(publicEndpoints.loginEmail, { body: { ...contact, password, device } })
    if (!('secondFactor' in answer)) return entered(contact, answer)
    return { for: 'second-factor', contact, sentTo: answer.secondFactor, ticket: answer.ticket }
  }

  async function proven(provider: Provider, answer: ProviderSignIn): Promise<CodeStep | null> {
    if ('accessToken' in answer) return entered({ email: answer.email }, answer)
    if ('linked' in answer) return null
    const { email, ticket } = answer
    if ('link' in answer) return { for: 'link', contact: { email }, sentTo: 'email', ticket, provider }
    return { for: 'second-factor', contact: { email }, sentTo: answer.secondFactor, ticket }
  }

  async function comeBack(provider: Provider, { address, state }: { address: string; state: string }) {
    const secret = secretIn(address)
    if (secret === null) throw new Error('The sign-in page gave no answer. Try again.')
    return proven(provider, await finishWithProvider(client, provider, { secret, state, device }))
  }

  return {
    signIn,
    async register({ password, name, ...contact }) {
      const chosen = { password, device, ...(name === undefined ? {} : { name }) }
      const answer = await client.call(publicEndpoints.register, { body: { ...contact, ...chosen } })
      if (!('ticket' in answer)) return entered(contact, answer)
      return { for: 'registration', contact, sentTo: sentTo(contact), ticket: answer.ticket }
    },
    async signUp(ticket, chosen) {
      const session = await client.call(signInEndpoints.signUpWithLink, { body: { ticket, device, ...chosen } })
      await enter(await emailOf(session), session)
      return null
    },
    async sendCode(contact) {
      const answer = await client.call(signInEndpoints.generateOneTimeCode, { body: contact })
      if (!('ticket' in answer)) throw new Error('The server answered without a ticket.')
      return { for: 'sign-in', contact, sentTo: sentTo(contact), ticket: answer.ticket }
    },
    async forgotPassword(contact) {
      const { ticket } =
        'phone' in contact
          ? await client.call(signInEndpoints.startPasswordResetByPhone, { query: contact })
          : await client.call(signInEndpoints.startPasswordReset, { query: contact })
      return { for: 'new-password', contact, sentTo: sentTo(contact), ticket }
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
    async enterCode({ for: purpose, contact, sentTo, ticket, provider = 'google' }, { code, password }) {
      const body = { ticket, code, device }
      const byPhone = sentTo === 'phone'
      const { signInWithSecondFactor, signInWithSecondFactorByPhone } = signInEndpoints
      switch (purpose) {
        case 'registration':
          return entered(contact, await client.call(signInEndpoints.confirmRegistration, { body }))
        case 'sign-in':
          return entered(contact, await client.call(signInEndpoints.signInWithOneTimeCode, { body }))
        case 'second-factor':
          return entered(
            contact,
            await client.call(byPhone ? signInWithSecondFactorByPhone : signInWithSecondFactor, { body }),
          )
        case 'link':
          return proven(provider, await finishWithProvider(client, provider, body))
        case 'new-password': {
          const { resetPassword, resetPasswordByPhone } = signInEndpoints
          await client.call(byPhone ? resetPasswordByPhone : resetPassword, { body: { ticket, code, password } })
          return signIn({ ...contact, password })
        }
      }
    },
    cancel({ for: purpose, sentTo, ticket }) {
      const { cancelPasswordReset, cancelPasswordResetByPhone } = signInEndpoints
      const cancelled =
        purpose === 'registration'
          ? client.call(signInEndpoints.cancelRegistration, { query: { ticket } })
          : purpose === 'new-password'
            ? client.call(sentTo === 'phone' ? cancelPasswordResetByPhone : cancelPasswordReset, { query: { ticket } })
            : purpose === 'sign-in'
              ? client.call(signInEndpoints.clearOneTimeCode, { body: { ticket } })
              : Promise.resolve()
      cancelled.catch(() => undefined)
    },
  }
}
