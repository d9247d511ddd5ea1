import { ApiError, type Client, createClient } from '../../lib/api/index.ts'
import { customerEndpoints, type EndpointResponse } from '../../lib/contracts/index.ts'
import type { PageAround } from './page-around.ts'

/** In ms: the start or the end of a dictation must not be delayed by more than this. */
const waitMs = 4000

/** The customer for whom this frame works, and the calls that it makes. */
export interface Session {
  client: Client
  config: EndpointResponse<typeof customerEndpoints.getCustomerConfig>
  /** Asks the page for its token again, and the server if the token is valid. Rejects with a sentence (product 4.3). */
  checkToken(): Promise<void>
  /** A ticket for one connection. */
  ticket(): Promise<string>
}

/**
 * Begins with a token from the page. Rejects with a sentence if there is none, if it belongs to another access
 * organisation, or if it could do more than the embedded parts need.
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
  if (config.accessId !== accessId) throw new Error('The token of this page belongs to another access organisation.')
  if (config.scope === 'all')
    throw new Error('The token of this page could read transcripts. Request one with the scope “embed”.')
  const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401
  return {
    client,
    config,
    async checkToken() {
      await renew()
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, waitMs)
      try {
        await Promise.race([client.call(customerEndpoints.getCustomerConfig, {}), late.promise])
      } catch (error) {
        // Without a network, the words are kept until the server is back.
        if (isRefused(error)) throw error
      } finally {
        clearTimeout(timer)
      }
    },
    async ticket() {
      const ask = async () => (await client.call(customerEndpoints.createCustomerTicket, { body: null })).ticket
      try {
        return await ask()
      } catch (error) {
        // The token has expired during a long dictation.
        if (!isRefused(error)) throw error
        await renew()
        return ask()
      }
    },
  }
}

/** Why nothing can be dictated with this token, a sentence for the user. Null: it can. */
export function whyNoSound({ config: { features } }: Session): string | null {
  if (features.sound) return null
  if (features.test) return 'This page uses a test key, which takes no sound. Type the text.'
  return 'This server has no speech engine. Type the text.'
}
