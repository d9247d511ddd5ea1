import {
  type Provider,
  type ProviderSignIn,
  publicEndpoints,
  type Session,
  signInEndpoints,
} from '../contracts/index.ts'
import type { Client } from './client.ts'
import { finishWithProvider, secretIn, startWithProvider } from './provider-sign-in.ts'

/** What a person enters to sign in: an email address, or a phone number that begins with `+`. */
export type Contact = { email: string } | { phone: string }

export interface CodeStep {
  for: 'registration' | 'sign-in' | 'second-factor' | 'new-password' | 'link'
  provider?: Provider
  contact: Contact
  /** How the code was sent. A code for the second factor may go to another email address or phone than `contact`. */
  sentTo: 'email' | 'phone'
  ticket: string
}

export interface ProviderPage {
  extensionId?: string
  /**
   * Asks the browser for the permission to open the page. Call this function within a click: at any other time, the
   * browser refuses to ask. Resolves with false if the permission is refused.
   */
  allow(): Promise<boolean>
  /**
   * Opens the provider's page. Resolves with the address to which the provider has returned. Null: the person has
   * closed the provider's page, or the provider's page has replaced this page.
   */
  open(authorization: { url: string; state: string; provider: Provider }): Promise<string | null>
}

/**
 * The ways to sign in. Each function resolves with null if no code is needed, or with the step that waits for a code.
 * Each function rejects with an `ApiError`.
 */
export interface SignIn {
  signIn(credentials: Contact & { password: string }): Promise<CodeStep | null>
  register(credentials: Contact & { password: string; name?: string }): Promise<CodeStep | null>
  signUp(ticket: string, chosen: { password: string; name?: string }): Promise<null>
  sendCode(contact: Contact): Promise<CodeStep>
  forgotPassword(contact: Contact): Promise<CodeStep>
  signInWith(provider: Provider): Promise<CodeStep | null>
  /**
   * Continues `signInWith` after the provider's page has replaced this page. `address`: the address to which the
   * provider has sent the browser back. `state`: the secret that was stored before the provider's page was opened.
   */
  comeBack(provider: Provider, returned: { address: string; state: string }): Promise<CodeStep | null>
  enterCode(step: CodeStep, entered: { code: string; password: string }): Promise<CodeStep | null>
  /** Makes the code of a step unusable. A failure is ignored, because the person does not wait for the answer. */
  cancel(step: CodeStep): void
}

interface SignInOptions {
  client: Pick<Client, 'call'>
  device: string
  /**
   * Returns the email address of the account of a new session. Called after a sign-in by phone, because the person has
   * typed only a phone number.
   */
  emailOf: (session: Session) => Promise<string>
  enter: (email: string, session: Session) => Promise<void>
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
      const accountDraft = { password, device, ...(name === undefined ? {} : { name }) }
      const answer = await client.call(publicEndpoints.register, { body: { ...contact, ...accountDraft } })
      if (!('ticket' in answer)) return entered(contact, answer)
      return { for: 'registration', contact, sentTo: sentTo(contact), ticket: answer.ticket }
    },
    async signUp(ticket, accountDraft) {
      const session = await client.call(signInEndpoints.signUpWithLink, { body: { ticket, device, ...accountDraft } })
      await enter(await emailOf(session), session)
      return null
    },
    async sendCode(contact) {
      const answer = await client.call(signInEndpoints.generateOneTimeCode, { body: contact })
      if (!('ticket' in answer)) throw new Error('The answer of the server was not complete. Try to sign in again.')
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
      // Do not await anything before this call: the browser asks for a permission only within a click.
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
