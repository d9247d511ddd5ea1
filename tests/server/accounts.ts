import type { Session } from '../../lib/contracts/index.ts'

/** Creates an account with the password of `ask.ts`, and signs in. */
export type CreateAccount = (email: string) => Promise<Session>

/**
 * The servers of this process by address, with a faster way to an account than registering: that hashes the password
 * again for each person.
 */
export const accountsAt = new Map<string, CreateAccount>()
