import type { Subscribable } from '../ports.tsx'

export type AccountState =
  | { status: 'unknown' }
  /** `ended` is true when a session ran out or was ended elsewhere, rather than by signing out here. */
  | { status: 'signed-out'; ended: boolean }
  | { status: 'signed-in'; email: string }

export interface Credentials {
  email: string
  password: string
}

/** Who is signed in. The calls reject with an `ApiError`. */
export interface AccountPort extends Subscribable<AccountState> {
  signIn(credentials: Credentials): Promise<void>
  register(credentials: Credentials): Promise<void>
  signOut(): Promise<void>
  /** What the form is filled in with. Only a build for the demo has it. */
  demo?: Credentials | null
}
