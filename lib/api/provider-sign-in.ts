import { type Authorization, oauthEndpoints, type Provider, type ProviderSignIn } from '../contracts/index.ts'
import type { Client } from './client.ts'

type Caller = Pick<Client, 'call'>

/**
 * Asks for the provider's page. The browser that opens it must keep `state`. With `extensionId`, the provider leads back to
 * that extension, otherwise to the portal. Rejects with an `ApiError`.
 */
export function startWithProvider(
  client: Caller,
  provider: Provider,
  place: { extensionId?: string } = {},
): Promise<Authorization> {
  switch (provider) {
    case 'google':
      return client.call(oauthEndpoints.getGoogleUrl, { query: place })
    case 'microsoft':
      return client.call(oauthEndpoints.getMicrosoftUrl, { body: place })
    case 'apple':
      return client.call(oauthEndpoints.getAppleUrl, { query: place })
  }
}

const exchanges = {
  google: oauthEndpoints.signInWithGoogle,
  microsoft: oauthEndpoints.signInWithMicrosoft,
  apple: oauthEndpoints.signInWithApple,
} as const

/** Exchanges the secret of the callback, or the code that links the accounts. Rejects with an `ApiError`. */
export const finishWithProvider = (
  client: Caller,
  provider: Provider,
  body: { secret: string; state: string; device?: string } | { ticket: string; code: string; device?: string },
): Promise<ProviderSignIn> => client.call(exchanges[provider], { body })

/** The secret in the address to which a provider has led back. Null if there is none. */
export function secretIn(address: string): string | null {
  const { hash } = new URL(address)
  return new URLSearchParams(hash.slice(1)).get('oauth')
}
