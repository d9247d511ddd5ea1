import type { SignIn } from '../../lib/api/index.ts'
import type { Subscribable } from '../subscribable.ts'

export type AccountState =
  | { status: 'unknown' }
  /** `ended` is true if the session expired or was ended elsewhere, and false after signing out here. */
  | { status: 'signed-out'; ended: boolean }
  | { status: 'signed-in'; email: string }

interface Credentials {
  email: string
  password: string
}

/** The signed-in user. The calls reject with an `ApiError`. */
export interface AccountPort extends Subscribable<AccountState>, SignIn {
  signOut(): Promise<void>
  /** Stores the new email address of the signed-in person. */
  emailChanged(email: string): Promise<void>
  /** Prefilled sign-in data. Only set in demo builds. */
  demo?: Credentials | null
}
