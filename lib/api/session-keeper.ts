import { publicEndpoints, type Session } from '../contracts/index.ts'
import { ApiError } from './api-error.ts'
import { type Client, type Credential, createClient } from './client.ts'

/** Where the session lies; several pages of one person share it. */
export interface SessionStorage {
  read(): Promise<Session | null>
  write(session: Session | null): Promise<void>
}

export interface SessionKeeperOptions {
  baseUrl: () => string | Promise<string>
  storage: SessionStorage
  /** Runs one task at a time over every page that shares the storage: a refresh token used twice ends the session. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  now?: () => number
  fetch?: typeof fetch
}

/** A token is renewed when less than this is left of it, so that it does not end on the way. */
const marginMs = 60_000

/** Keeps a person signed in: hands out a credential that holds, refreshing it where needed. */
export interface SessionKeeper {
  /** `none` when nobody is signed in. */
  credential(): Promise<Credential>
  /** The access token, or null when nobody is signed in. Throws `ApiError` when it cannot be renewed for now. */
  accessToken(): Promise<string | null>
}

/** Makes the keeper. A refresh the server refuses signs out; one that got no answer keeps the session for later. */
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
