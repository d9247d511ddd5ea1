import { waitForCheck } from '../../components/dictation/use-token-check.ts'
import { ApiError, type Client, createClient } from '../../lib/api/index.ts'
import { customerEndpoints, type EndpointResponse } from '../../lib/contracts/index.ts'
import type { Recorder } from '../../lib/transcript/recording-state.ts'
import type { PageAround } from './page-around.ts'

/** The customer for whom this frame works, and the calls that it makes. */
export interface Session {
  client: Client
  config: EndpointResponse<typeof customerEndpoints.getCustomerConfig>
  /**
   * Asks the page for its token again, and the server if the token is valid. Rejects with an error for the user
   * (product 4.3).
   */
  checkToken(): Promise<void>
  /** A ticket for one connection. */
  ticket(): Promise<string>
}

/** The session and the recorder of the frame. They exist after the page has given a valid token. */
export interface Accepted {
  session: Session
  recorder: Recorder
}

/**
 * Opens a session with a token from the page. Rejects with an error for the user if there is no token, if the token
 * belongs to another developer organisation, or if it allows more than the embedded parts need.
 */
export async function openSession(page: PageAround, accessId: string): Promise<Session> {
  let token = ''
  const renew = async () => {
    token = (await page.ask({ name: 'token' })) ?? ''
    if (token === '') throw new Error('The page has no token for Chartside.')
  }
  const client = createClient({
    baseUrl: () => location.origin,
    credential: () => ({ authorization: `Bearer ${token}`, key: '' }),
    isOnline: () => navigator.onLine,
  })
  await renew()
  const config = await client.call(customerEndpoints.getCustomerConfig, {})
  if (config.accessId !== accessId) throw new Error('The token of this page belongs to another developer organisation.')
  if (config.scope === 'all')
    throw new Error('The token of this page could read transcripts. Request one with the scope “embed”.')
  const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401
  return {
    client,
    config,
    async checkToken() {
      await renew()
      await waitForCheck(client.call(customerEndpoints.getCustomerConfig, {}), (error) => !isRefused(error))
    },
    async ticket() {
      const ask = async () => (await client.call(customerEndpoints.createCustomerTicket, { body: null })).ticket
      try {
        return await ask()
      } catch (error) {
        // The token may have expired during a long dictation. A new token from the page solves this.
        if (!isRefused(error)) throw error
        await renew()
        return ask()
      }
    },
  }
}

/** Returns the sentence that says why this token does not allow dictation, or null if it does. */
export function whyNoSound({ config: { features } }: Session): string | null {
  if (features.sound) return null
  if (features.test) return 'This page uses a sandbox key, which takes no sound. Type the text.'
  return 'This server has no speech engine. Type the text.'
}
