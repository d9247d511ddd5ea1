import { publicEndpoints, type Session } from '../contracts/index.ts'
import { ApiError } from './api-error.ts'
import { type Client, type ClientOptions, type Credential, createClient } from './client.ts'

export interface SessionStorage {
  read(): Promise<Session | null>
  /** `because`: why the server has ended the session, as a sentence for the user. */
  write(session: Session | null, because?: string): Promise<void>
}

export interface SessionKeeperOptions {
  baseUrl: () => string | Promise<string>
  storage: SessionStorage
  /**
   * Runs `task` when no other task is running in any page that shares the storage. Otherwise two pages could use the
   * same refresh token, and the server would end the session.
   */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  now?: () => number
  fetch?: typeof fetch
  send?: ClientOptions['send']
  demand?: ClientOptions['demand']
}

/** A token is renewed when it is valid for less than this time, so that it does not expire during a request. */
const marginMs = 60_000

const authorizationOf = (accessToken: string): string => `Bearer ${accessToken}`

export interface SessionKeeper {
  credential(): Promise<Credential>
  /**
   * Resolves with the access token, or with null if no user is signed in. Throws `ApiError` if the token cannot be
   * renewed now.
   */
  accessToken(): Promise<string | null>
  /**
   * Call this function when the server has answered that the session has ended. Tries to renew the session. If the
   * server refuses the renewal, too, the session is removed, so that the user is asked to sign in. Does not throw.
   */
  ended(credential: Credential): Promise<void>
}

/**
 * Creates the session keeper. If the server refuses to renew the session (401), the session is removed. If the server
 * does not answer, the session is kept, and a later call tries again.
 */
export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { storage, exclusive, now: clock = Date.now } = options
  const client: Client = createClient({ ...options, credential: () => 'none' })
  const fresh = (session: Session) => Date.parse(session.expiresAt) - clock() > marginMs

  /**
   * Renews the stored session if `isDue` returns true for it. Reads the session after taking the lock, because another
   * page may have renewed the session while this page waited for the lock.
   */
  async function renew(isDue: (held: Session) => boolean): Promise<Session | null> {
    return exclusive(async () => {
      const storedSession = await storage.read()
      if (!storedSession || !isDue(storedSession)) return storedSession
      try {
        const newSession = await client.call(publicEndpoints.loginToken, {
          body: { refreshToken: storedSession.refreshToken },
        })
        await storage.write(newSession)
        return newSession
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error
        await storage.write(null, error.detail)
        return null
      }
    })
  }

  async function accessToken() {
    const storedSession = await storage.read()
    const session =
      storedSession && !fresh(storedSession) ? await renew((candidate) => !fresh(candidate)) : storedSession
    return session?.accessToken ?? null
  }

  return {
    accessToken,
    async credential() {
      const token = await accessToken()
      return token === null ? 'none' : { authorization: authorizationOf(token), key: '' }
    },
    async ended(credential) {
      if (typeof credential === 'string') return
      try {
        await renew((candidate) => authorizationOf(candidate.accessToken) === credential.authorization)
      } catch {
        // The server does not answer now. The next call checks the session again.
      }
    },
  }
}
