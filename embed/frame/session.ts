import { waitForCheck } from '../../components/dictation/use-token-check.ts'
import { ApiError, type Client, createClient } from '../../lib/api/index.ts'
import {
  accessPublicEndpoints,
  customerEndpoints,
  type EndpointResponse,
  otherBindingSentence,
} from '../../lib/contracts/index.ts'
import type { Recorder } from '../../lib/transcript/recording-state.ts'
import type { PageAround } from './page-around.ts'

type Config = EndpointResponse<typeof customerEndpoints.getCustomerConfig>

export interface Session {
  /** Its calls name the binding of the first token. The server refuses a token with another binding. */
  client: Client
  config: Config
  /**
   * True if the page may get the text of the box: the scope is `embed-text`, the organisation has allowed it for the
   * origin of the page, and the last token of the page was not of somebody else.
   */
  givesText(): boolean
  /**
   * Asks the page for its token again, and the server if the token is valid. Rejects with an error for the user
   * (product 4.3).
   */
  checkToken(): Promise<void>
  ticket(): Promise<string>
}

export interface Accepted {
  session: Session
  recorder: Recorder
}

export interface Place {
  accessId: string
  origin: string
}

const isEnded = (error: unknown): boolean => error instanceof ApiError && error.status === 401

export const isOtherBinding = (error: unknown): boolean => error instanceof ApiError && error.code === 'other_binding'

const clientWith = (token: () => string, binding?: string) =>
  createClient({
    baseUrl: () => location.origin,
    credential: () => ({
      authorization: `Bearer ${token()}`,
      key: '',
      ...(binding === undefined ? {} : { binding }),
    }),
    isOnline: () => navigator.onLine,
  })

const readConfig = (client: Client): Promise<Config> => client.call(customerEndpoints.getCustomerConfig, {})

/** Asks the page for a token. Rejects with an error for the user if the page has none. */
async function requestToken(page: PageAround): Promise<string> {
  const token = (await page.ask({ name: 'token' })) ?? ''
  if (token === '') throw new Error('The page has no token for Chartside.')
  return token
}

/**
 * Opens a session with a token from the page. The session belongs to the organisation, customer, user and scope of this
 * token until the frame is closed: a later token of another binding is never used (product 12.86). Rejects with an
 * error for the user if there is no token, if the token belongs to another developer organisation, or if it allows more
 * than the embedded parts need.
 */
export async function openSession(page: PageAround, { accessId, origin }: Place): Promise<Session> {
  let token = await requestToken(page)
  const config = await readConfig(clientWith(() => token))
  const { words } = await clientWith(() => '').call(accessPublicEndpoints.mayEmbed, {
    params: { accessId },
    query: { origin },
  })
  if (config.accessId !== accessId) throw new Error('The token of this page belongs to another developer organisation.')
  if (config.scope === 'all')
    throw new Error('The token of this page could read transcripts. Request one with the scope “embed”.')
  const { binding } = config
  let isForeign = false
  const client = clientWith(() => token, binding)
  const adopt = async (newToken: string) => {
    try {
      const newConfig = await readConfig(clientWith(() => newToken, binding))
      if (newConfig.binding !== binding) throw otherBinding()
      token = newToken
      isForeign = false
    } catch (error) {
      if (isOtherBinding(error)) isForeign = true
      throw error
    }
  }
  return {
    client,
    config,
    givesText: () => config.scope === 'embed-text' && words && !isForeign,
    async checkToken() {
      await waitForCheck(adopt(await requestToken(page)), (error) => !isEnded(error) && !isOtherBinding(error))
    },
    async ticket() {
      const request = async () => (await client.call(customerEndpoints.createCustomerTicket, { body: null })).ticket
      try {
        return await request()
      } catch (error) {
        // The token may have expired during a long dictation. A new token from the page solves this.
        if (!isEnded(error)) throw error
        await adopt(await requestToken(page))
        return request()
      }
    },
  }
}

const otherBinding = () =>
  new ApiError({
    status: 403,
    message: otherBindingSentence,
    url: '',
    body: { code: 'other_binding', message: otherBindingSentence },
  })

/** Returns the sentence that says why this token does not allow dictation, or null if it does. */
export function whyNoSound({ config: { features } }: Session): string | null {
  if (features.sound) return null
  if (features.test) return 'This page uses a sandbox key, which takes no sound. Type the text.'
  return 'This server has no speech engine. Type the text.'
}
