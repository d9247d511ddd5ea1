import type { CodeStep, SignIn } from '../../lib/api/index.ts'
import type { Subscribable } from '../subscribable.ts'
import type { Errands } from './errands.ts'

export type AccountState =
  | { status: 'unknown' }
  /** `ended` is true if the session expired or was ended elsewhere, and false after signing out here. */
  | {
      status: 'signed-out'
      ended: boolean
      /** Why the server has ended the session. Absent if the server gave no reason. */
      because?: string
      /**
       * What the address of the portal contained: the step that follows the sign-in at a provider, the reason why that
       * sign-in failed, or the ticket of a link to make an account.
       */
      returned?: { step: CodeStep } | { failed: unknown } | { signUp: string }
    }
  | { status: 'signed-in'; email: string }

interface Credentials {
  email: string
  password: string
}

/** The signed-in user. The calls reject with an `ApiError`. */
export interface AccountPort extends Subscribable<AccountState>, SignIn {
  signOut(): Promise<void>
  /** Opens the portal in a tab, signed in as this person. Absent in the portal itself. */
  openPortal?(): Promise<void>
  /**
   * Stores the new email address in the account state of this page (the extension also writes it to its storage). The
   * server has already changed the address.
   */
  errands?: Errands
  /** Stores the new email address of the signed-in person. */
  emailChanged(email: string): Promise<void>
  /** Prefilled sign-in data. Only set in demo builds. */
  demo?: Credentials | null
}
