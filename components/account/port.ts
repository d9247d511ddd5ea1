import type { CodeStep, SignIn } from '../../lib/api/index.ts'
import type { Person } from '../../lib/contracts/person.ts'
import type { Subscribable } from '../subscribable.ts'
import type { Errands } from './errands.ts'

export type AccountState =
  | { status: 'unknown' }
  /**
   * `ended` is true if the session expired or was ended elsewhere. Otherwise false, for example after the person has
   * signed out here.
   */
  | {
      status: 'signed-out'
      ended: boolean
      /** Why the server has ended the session. Absent if the server gave no reason. */
      because?: string
      /**
       * Set if the portal was opened with data in its address. `step`: the step that follows the sign-in at a provider.
       * `failed`: the error of a sign-in at a provider or with a one-time code. `signUp`: the ticket of a sign-up link.
       */
      returned?: { step: CodeStep } | { failed: unknown } | { signUp: string }
    }
  /**
   * `userId` is absent if the server that issued the session does not send user ids. `account` is set only in the
   * portal. It is the result of `portalAccountOf` for the account to which the portal's cookie belongs.
   */
  | ({ status: 'signed-in'; account?: string } & Person)

interface Credentials {
  email: string
  password: string
}

/**
 * Signs a person in and out, and reports who is signed in. If the server refuses a request or does not answer, the
 * methods reject with an `ApiError`.
 */
export interface AccountPort extends Subscribable<AccountState>, SignIn {
  signOut(): Promise<void>
  openPortal?(): Promise<void>
  /** Opens the pages of providers, for example to link an account. Only set in the portal. */
  errands?: Errands
  /**
   * Stores the new email address in the account state of this page (the extension also writes it to its storage). Call
   * this after the server has changed the address.
   */
  emailChanged(email: string): Promise<void>
  /** Prefilled sign-in data. Only set in demo builds. */
  demo?: Credentials | null
}
