import { publicEndpoints, type Session } from '../contracts/index.ts'
import { ApiError } from './api-error.ts'
import { type Client, type ClientOptions, type Credential, createClient } from './client.ts'

/** Where the session is stored. Several pages of one user share it. */
export interface SessionStorage {
  read(): Promise<Session | null>
  write(session: Session | null): Promise<void>
}

export interface SessionKeeperOptions {
  baseUrl: () => string | Promise<string>
  storage: SessionStorage
  /**
   * Runs one task at a time over all pages that share the storage. A refresh token that is used twice ends the session.
   */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  now?: () => number
  fetch?: typeof fetch
  demand?: ClientOptions['demand']
}

/** A token is renewed when it is valid for less than this time, so that it does not expire during a request. */
const marginMs = 60_000

/** Keeps a user signed in: returns a valid credential and refreshes it when needed. */
export interface SessionKeeper {
  /** Resolves with `none` if no user is signed in. */
  credential(): Promise<Credential>
  /**
   * Resolves with the access token, or with null if no user is signed in. Throws `ApiError` if the token cannot be
   * renewed now.
   */
  accessToken(): Promise<string | null>
}

/**
 * Creates the keeper. If the server refuses the refresh with 401, the session is removed. Without an answer, the
 * session is kept for later.
 */
export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { storage, exclusive, now = Date.now } = options
  const client: Client = createClient({ ...options, credential: () => 'none' })
  const fresh = (session: Session) => Date.parse(session.expiresAt) - now() > marginMs

  async function renew(): Promise<Session | null> {
    return exclusive(async () => {
      const held = await storage.read()
      if (!held || fresh(held)) return held
      try {
        const next = await client.call(publicEndpoints.loginToken, { body: { refreshToken: held.refreshToken } })
        await storage.write(next)
        return next
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error
        await storage.write(null)
        return null
      }
    })
  }

  async function accessToken() {
    const held = await storage.read()
    const session = held && !fresh(held) ? await renew() : held
    return session?.accessToken ?? null
  }

  return {
    accessToken,
    async credential() {
      const token = await accessToken()
      return token === null ? 'none' : { authorization: `Bearer ${token}`, key: '' }
    },
  }
}
