import type { Subscribable } from '../subscribable.ts'

export type AccountState =
  | { status: 'unknown' }
  /** `ended` is true if the session expired or was ended elsewhere, and false after signing out here. */
  | { status: 'signed-out'; ended: boolean }
  | { status: 'signed-in'; email: string }

export interface Credentials {
  email: string
  password: string
}

/** The signed-in user. The calls reject with an `ApiError`. */
export interface AccountPort extends Subscribable<AccountState> {
  signIn(credentials: Credentials): Promise<void>
  register(credentials: Credentials): Promise<void>
  signOut(): Promise<void>
  /** Prefilled sign-in data. Only set in demo builds. */
  demo?: Credentials | null
}
